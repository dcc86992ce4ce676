import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { inTransaction } from '../../kit/db.ts'
import { refundByOperator } from './correct.ts'

export const refundEscrow = endpoint(routes.refundEscrow, async ({ ctx, params, body }) => {
  await inTransaction(ctx.db, (tx) =>
    refundByOperator(ctx, tx, params.payment_intent_id, body.reason),
  )
  return {}
})
