import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { ownTalent } from '../talents/talents.ts'
import { uploadVoice as upload } from './uploads.ts'

export const uploadVoice = endpoint(
  routes.uploadVoice,
  async ({ ctx, viewer, params, request }) => {
    const { id: talentId } = await ownTalent(ctx, viewer, params.talent_id)
    return upload(ctx, { viewer, talentId }, request)
  },
)
