import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { dac7Csv } from './dac7.ts'

export const downloadDac7 = endpoint(routes.downloadDac7, async ({ ctx, query, reply }) =>
  reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="dac7-${query.year}.csv"`,
    })
    .type('text/csv; charset=utf-8')
    .send(await dac7Csv(ctx, query.year)),
)
