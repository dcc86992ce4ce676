import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { inTransaction } from '../../kit/db.ts'
import { chooseRole, describe, refreshed } from './people.ts'

export const selectRole = endpoint(routes.selectRole, async ({ ctx, viewer, body, request }) => {
  await inTransaction(ctx.db, (tx) =>
    chooseRole(ctx, tx, { userId: viewer.userId, role: body.role, ip: request.ip }),
  )
  return describe(ctx, await refreshed(ctx, viewer))
})
