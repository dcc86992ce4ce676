import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { inTransaction } from '../../kit/db.ts'
import { register } from './talents.ts'

export const registerTalent = endpoint(routes.registerTalent, async ({ ctx, viewer, body }) => {
  const person = { userId: viewer.userId, name: body.name, email: body.email }
  return { talent_id: await inTransaction(ctx.db, (tx) => register(ctx, tx, person)) }
})
