import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { checkLicence as check } from './licences.ts'

export const checkLicence = endpoint(
  routes.checkLicence,
  async ({ ctx, viewer, params, reply }) => {
    reply.header('cache-control', 'no-store')
    return check(ctx, params.token, viewer)
  },
)
