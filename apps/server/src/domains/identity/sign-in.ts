import { createHash } from 'node:crypto'
import type { Provider } from '@viva-voce/contract'
import { choosableRole } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import { ApiError } from '../../kit/api-error.ts'
import { inTransaction } from '../../kit/db.ts'
import { adminRole, chooseRole, signIn } from './people.ts'
import { openSession } from './sessions.ts'
import * as store from './sign-in-store.ts'

const attemptMs = 10 * 60 * 1000

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Begins a sign-in: where to send the browser, and the token that it must keep until it comes back. */
export async function beginSignIn(
  ctx: Context,
  provider: Provider,
  wishedRole: string,
): Promise<{ url: URL; browserToken: string }> {
  const integration = providerOf(ctx, provider)
  const browserToken = ctx.random.bytes(32).toString('base64url')
  const secrets = {
    state: ctx.random.bytes(24).toString('base64url'),
    nonce: ctx.random.bytes(24).toString('base64url'),
    codeVerifier: ctx.random.bytes(48).toString('base64url'),
  }
  const url = await integration.authorizationUrl(secrets)
  await store.insertAttempt(ctx.db, {
    token_hash: hash(browserToken),
    provider,
    state: secrets.state,
    nonce: secrets.nonce,
    code_verifier: secrets.codeVerifier,
    wished_role: wishedRole,
    expires_at: new Date(ctx.clock.now().getTime() + attemptMs),
  })
  return { url, browserToken }
}

/**
 * Ends a sign-in with what the provider sent back. An attempt is used once, by the browser that began it.
 * Returns the session's token and whether a role has still to be chosen.
 */
export async function endSignIn(
  ctx: Context,
  provider: Provider,
  back: { browserToken: string | undefined; url: URL; ip: string; userAgent: string },
): Promise<{ sessionToken: string; mustChooseRole: boolean }> {
  const attempt =
    back.browserToken &&
    (await store.takeAttempt(ctx.db, hash(back.browserToken), provider, ctx.clock.now()))
  if (!attempt) {
    throw new ApiError(
      'invalid_request',
      'This sign-in has expired or was begun elsewhere. Please try again.',
    )
  }
  const identity = await providerOf(ctx, provider).identify(back.url, {
    state: attempt.state,
    nonce: attempt.nonce,
    codeVerifier: attempt.code_verifier,
  })
  return inTransaction(ctx.db, async (tx) => {
    const person = await signIn(ctx, tx, { provider, ...identity })
    const chosen = adminRole(ctx.config, person) !== 'client'
    const wish = choosableRole.safeParse(attempt.wished_role)
    const granted = person.isNew && !chosen && wish.success
    if (granted) await chooseRole(ctx, tx, { userId: person.id, role: wish.data, ip: back.ip })
    const sessionToken = await openSession(ctx, tx, person, back)
    return { sessionToken, mustChooseRole: !chosen && !granted }
  })
}

function providerOf(ctx: Context, provider: Provider) {
  const integration = ctx.providers[provider]
  if (integration) return integration
  throw new ApiError('unavailable', `Signing in with ${provider} is not set up here.`)
}
