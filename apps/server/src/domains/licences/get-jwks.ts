import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'

export const getJwks = endpoint(routes.getJwks, async ({ ctx, reply }) => {
  reply.header('cache-control', 'public, max-age=300')
  // The first caller may come before the first licence.
  await ctx.keyring.signing(ctx.db)
  return { keys: await ctx.keyring.publicKeys(ctx.db) }
})
