import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { readStatement } from './read.ts'

export const downloadStatement = endpoint(
  routes.downloadStatement,
  async ({ ctx, viewer, params, reply }) =>
    reply
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="statement-${params.payout_id}.pdf"`,
      })
      .type('application/pdf')
      .send(await readStatement(ctx, viewer, params.payout_id)),
)
