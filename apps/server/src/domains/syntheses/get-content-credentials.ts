import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { credentialsBeside } from './content-credentials.ts'

export const getContentCredentials = endpoint(
  routes.getContentCredentials,
  async ({ ctx, params: { synthesis_id: id }, reply }) => {
    const manifest = await credentialsBeside(ctx, id)
    return (
      reply
        // C2PA 2.1, section 11.4: the media type of a manifest store that stands alone.
        .type('application/c2pa')
        .header('content-disposition', `attachment; filename="${id}.c2pa"`)
        .header('cache-control', 'public, max-age=3600')
        .send(Buffer.from(manifest))
    )
  },
)
