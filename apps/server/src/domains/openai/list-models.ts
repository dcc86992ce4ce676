import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { listOfModels } from './models.ts'

export const listModels = endpoint(routes.listModels, async () => ({
  object: 'list' as const,
  data: listOfModels(),
}))
