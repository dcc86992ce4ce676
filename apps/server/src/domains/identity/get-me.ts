import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { describe } from './people.ts'

export const getMe = endpoint(routes.getMe, async ({ viewer }) => describe(viewer))
