import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { ApiError } from '../../kit/api-error.ts'
import { isUniqueViolation } from '../../kit/db.ts'
import { providerOf } from '../payments/provider.ts'
import * as store from './account-store.ts'
import { keepConnected, type Talent } from './accounts.ts'

const attemptMs = 10 * 60 * 1000

const hash = (state: string): Buffer => createHash('sha256').update(state).digest()

/** Where a talent lets us use an account that they have already. Throws 503 when OAuth is not set up. */
export async function beginConnect(ctx: Context, talent: Talent, userId: string): Promise<string> {
  const state = ctx.random.bytes(24).toString('base64url')
  const url = providerOf(ctx).connectUrl({
    state,
    redirectUri: `${ctx.config.apiUrl}/v1/auth/stripe_oauth/callback`,
    email: talent.email,
  })
  if (!url) throw new ApiError('unavailable', 'Connecting an existing account is not set up here.')
  await store.insertAttempt(ctx.db, {
    state_hash: hash(state),
    talent_id: talent.id,
    user_id: userId,
    expires_at: new Date(ctx.clock.now().getTime() + attemptMs),
  })
  return url
}

/** Ends what `beginConnect` began. The state is used once, and by the person who began it. */
export async function endConnect(ctx: Context, userId: string, back: URLSearchParams) {
  const state = back.get('state') ?? ''
  const attempt = await store.takeAttempt(ctx.db, hash(state), ctx.clock.now())
  if (attempt?.user_id !== userId) {
    throw new ApiError('invalid_request', 'This has expired or was begun elsewhere. Try again.')
  }
  const code = back.get('code')
  if (!code) throw new ApiError('invalid_request', 'The account was not connected.')
  const accountId = await providerOf(ctx).connectByCode(code)
  await keepConnected(ctx, attempt.talent_id, accountId).catch((error) => {
    if (!isUniqueViolation(error)) throw error
    throw new ApiError('conflict', 'This account belongs to another talent already.')
  })
}
