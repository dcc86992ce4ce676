import type { ChoosableRole } from '@viva-voce/contract'
import { createApiKey } from '../../src/domains/developers/api-keys.ts'
import { chooseRole, signIn } from '../../src/domains/identity/people.ts'
import { openSession } from '../../src/domains/identity/sessions.ts'
import { inTransaction } from '../../src/kit/db.ts'
import type { TestServer } from './test-server.ts'

/** As much of a server as people need: its services, and its door. */
type Reachable = Pick<TestServer, 'ctx' | 'url'>

/** Somebody signed in, and how their calls are made. */
export interface TestPerson {
  userId: string
  developerId: string | null
  cookie: string
  csrf: string
  /** A call with the session's cookie, and the CSRF token on writing ones. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

let count = 0

/** Signs somebody up through the product's own services; only the provider's part is skipped. */
export async function signUp(
  server: Reachable,
  role: ChoosableRole | 'client' | 'admin',
  email = `person-${++count}@example.com`,
): Promise<TestPerson> {
  const { ctx } = server
  const { person, token } = await inTransaction(ctx.db, async (tx) => {
    const identity = {
      provider: 'google',
      subject: email,
      email,
      emailVerified: true,
      name: email,
    } as const
    const person = await signIn(ctx, tx, identity)
    const from = { ip: '127.0.0.1', userAgent: 'test' }
    if (role === 'talent' || role === 'developer') {
      await chooseRole(ctx, tx, { userId: person.id, role, ip: from.ip })
    }
    return { person, token: await openSession(ctx, tx, person, from) }
  })
  const cookie = `vv_session=${token}`
  const answer = await fetch(`${server.url}/v1/me`, { headers: { cookie } })
  const me = (await answer.json()) as { csrf_token: string; developer_id: string | null }
  return {
    userId: person.id,
    developerId: me.developer_id,
    cookie,
    csrf: me.csrf_token,
    fetch: (path, init = {}) =>
      whole(`${server.url}${path}`, {
        ...init,
        redirect: 'manual',
        headers: {
          cookie,
          ...(init.method && init.method !== 'GET' && { 'x-csrf-token': me.csrf_token }),
          ...(init.body !== undefined && { 'content-type': 'application/json' }),
          ...init.headers,
        },
      }),
  }
}

/** A developer with an API key. */
export async function signUpWithKey(
  server: Reachable,
): Promise<TestPerson & { key: string; keyId: string }> {
  const person = await signUp(server, 'developer')
  const { key, item } = await inTransaction(server.ctx.db, (tx) =>
    createApiKey(server.ctx, tx, person.developerId!, 'test'),
  )
  return { ...person, key, keyId: item.id }
}

/** An answer with its body read: one that is left half read keeps its connection, and the server from closing. */
async function whole(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init)
  return new Response(await answer.arrayBuffer(), answer)
}

/** POST /v1/synthesize with a key. */
export function synthesize(
  server: Reachable,
  key: string,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return whole(`${server.url}/v1/synthesize`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...ordinary, ...body }),
  })
}

export const ordinary = {
  text: 'The quick brown fox jumps over the lazy dog.',
  voice_id: 'premium_en_us_001',
  usage: 'podcast',
}
