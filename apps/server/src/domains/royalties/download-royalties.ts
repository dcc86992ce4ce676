import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { royaltiesCsv } from './csv.ts'

export const downloadRoyalties = endpoint(
  routes.downloadRoyalties,
  async ({ ctx, viewer, reply }) => {
    const day = ctx.clock.now().toISOString().slice(0, 10)
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="royalties-${day}.csv"`,
      })
      .type('text/csv; charset=utf-8')
      .send(royaltiesCsv(ctx, viewer))
  },
)
