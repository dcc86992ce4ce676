import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { statementCsv } from './statement.ts'

export const downloadWalletStatement = endpoint(
  routes.downloadWalletStatement,
  async ({ ctx, viewer, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="viva-voce-statement.csv"')
      .send(statementCsv(ctx, developerOf(viewer))),
)
