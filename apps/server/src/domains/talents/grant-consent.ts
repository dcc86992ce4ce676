import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { inTransaction } from '../../kit/db.ts'
import { changeConsent } from './consent.ts'
import { ownTalent } from './talents.ts'

export const grantConsent = endpoint(
  routes.grantConsent,
  async ({ ctx, viewer, params, request }) => {
    const { id: talentId } = await ownTalent(ctx, viewer, params.talent_id)
    const change = { talentId, consent: 'granted' as const, actor: viewer, ip: request.ip }
    await inTransaction(ctx.db, (tx) => changeConsent(ctx, tx, change))
    return {}
  },
)
