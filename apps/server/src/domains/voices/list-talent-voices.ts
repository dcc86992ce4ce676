import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { ownTalent } from '../talents/talents.ts'
import { voicesOfTalent } from './talent-voices.ts'

export const listTalentVoices = endpoint(
  routes.listTalentVoices,
  async ({ ctx, viewer, params }) => {
    const { id } = await ownTalent(ctx, viewer, params.talent_id)
    return { voices: await voicesOfTalent(ctx, id) }
  },
)
