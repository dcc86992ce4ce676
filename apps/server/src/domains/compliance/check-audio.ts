import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { checkAudio as check } from './audio-checks.ts'

export const checkAudio = endpoint(routes.checkAudio, async ({ ctx, viewer, request, reply }) => {
  reply.header('cache-control', 'no-store')
  const answer = await check(ctx, viewer, request)
  if (answer.state === 'running') reply.code(202).header('location', `${request.url}/${answer.id}`)
  return answer
})
