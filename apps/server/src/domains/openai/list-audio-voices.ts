import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { listVoices } from '../voices/voices.ts'

/** All voices in one answer, since clients of this shape do not page. */
const most = 1_000

export const listAudioVoices = endpoint(routes.listAudioVoices, async ({ ctx }) => {
  const { items } = await listVoices(ctx, { limit: most })
  return { voices: items.map(({ voice_id, name, locale }) => ({ id: voice_id, name, locale })) }
})
