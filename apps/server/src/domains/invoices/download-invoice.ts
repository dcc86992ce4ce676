import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { readPdf } from './read.ts'

export const downloadInvoice = endpoint(
  routes.downloadInvoice,
  async ({ ctx, viewer, params, reply }) => {
    const { number, pdf } = await readPdf(ctx, viewer, params.invoice_id)
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="${number}.pdf"`,
      })
      .type('application/pdf')
      .send(pdf)
  },
)
