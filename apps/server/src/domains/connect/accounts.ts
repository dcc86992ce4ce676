import type { ConnectStatus } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import type { ConnectedAccount } from '../../integrations/stripe/accounts.ts'
import { isUnanswered } from '../../integrations/stripe/provider-error.ts'
import { ApiError } from '../../kit/api-error.ts'
import { type Db, inTransaction, type Tx } from '../../kit/db.ts'
import { providerOf } from '../payments/provider.ts'
import * as store from './account-store.ts'

/** What the provider asks of a talent, as it is kept. */
interface Requirements {
  currentlyDue: string[]
  pastDue: string[]
  pendingVerification: string[]
  deadline: string | null
  disabledReason: string | null
}

/** As much of a talent as the provider gets to know. */
export interface Talent {
  id: string
  email: string
}

/**
 * The address at which the provider asks a talent for what it needs to pay them, with an account made there at the
 * first use. Throws 409 for a talent who has connected an account of their own, which is not ours to ask for.
 */
export async function onboardingUrl(ctx: Context, talent: Talent): Promise<string> {
  const provider = providerOf(ctx)
  const accountId = await accountOf(ctx, talent)
  return provider.createOnboardingLink({
    accountId,
    returnUrl: `${ctx.config.webUrl}/dashboard/talent?onboarding=returned`,
    refreshUrl: `${ctx.config.apiUrl}/v1/talent/onboard/${talent.id}/refresh`,
    // Each link is good once, so each call wants another.
    idempotencyKey: `link:${ctx.ids.next('req')}`,
  })
}

async function accountOf(ctx: Context, talent: Talent): Promise<string> {
  const askedAt = ctx.clock.now()
  const row = await store.findByTalent(ctx.db, talent.id)
  if (row?.account_id && row.origin === 'oauth') {
    throw new ApiError('conflict', 'You have connected an account of your own already.')
  }
  if (row?.account_id) return row.account_id
  const made = await providerOf(ctx).createAccount({
    talentId: talent.id,
    email: talent.email,
    country: ctx.config.platformCountry,
    // A new key each day: one that the provider has failed for good must not lock anybody out for longer.
    idempotencyKey: `account:${talent.id}:${ctx.clock.now().toISOString().slice(0, 10)}`,
  })
  return inTransaction(ctx.db, async (tx) => {
    const origin = 'onboarding'
    const locked = await store.lockAccount(tx, {
      talent_id: talent.id,
      origin,
      created_at: ctx.clock.now(),
    })
    if (locked.account_id) return locked.account_id
    await store.updateByTalent(tx, talent.id, { ...columnsOf(made, askedAt), origin })
    return made.accountId
  })
}

/** Keeps an account that a talent has connected by OAuth, in place of an earlier one. 409 when it is another's. */
export async function keepConnected(
  ctx: Context,
  talentId: string,
  accountId: string,
): Promise<void> {
  const askedAt = ctx.clock.now()
  const account = await providerOf(ctx).retrieveAccount(accountId)
  await inTransaction(ctx.db, async (tx) => {
    const origin = 'oauth'
    await store.lockAccount(tx, { talent_id: talentId, origin, created_at: ctx.clock.now() })
    await store.updateByTalent(tx, talentId, { ...columnsOf(account, askedAt), origin })
  })
}

/** Brings a kept account to where the provider says it is. Of two answers the one that was asked for last counts. */
export async function syncAccount(ctx: Context, accountId: string): Promise<void> {
  if (!(await store.isKnown(ctx.db, accountId))) {
    ctx.logger.warn({ accountId }, 'the provider told of an account that is not ours')
    return
  }
  const askedAt = ctx.clock.now()
  const account = await providerOf(ctx).retrieveAccount(accountId)
  await store.updateByAccount(ctx.db, accountId, columnsOf(account, askedAt))
}

/** A talent has taken the permission back at the provider: nothing can be paid there any more. */
export async function disconnect(ctx: Context, accountId: string | null): Promise<void> {
  if (!accountId) return
  await store.updateByAccount(ctx.db, accountId, {
    account_id: null,
    charges_enabled: false,
    payouts_enabled: false,
    transfers_enabled: false,
    details_submitted: false,
    requirements: JSON.stringify({}),
    synced_at: ctx.clock.now(),
  })
}

/** How a talent's account stands: asked of the provider now, or as it was known last when that does not answer. */
export async function connectStatusOf(ctx: Context, talentId: string): Promise<ConnectStatus> {
  const known = await store.findByTalent(ctx.db, talentId)
  if (known?.account_id) {
    await syncAccount(ctx, known.account_id).catch((error) => {
      if (!isUnanswered(error)) throw error
    })
  }
  return statusFrom(await store.findByTalent(ctx.db, talentId))
}

/** Where talents' shares are transferred: the accounts, by talent, that can take them and pay them out. */
export async function payoutDestinations(
  db: Db | Tx,
  talentIds: readonly string[],
): Promise<Map<string, string>> {
  if (talentIds.length === 0) return new Map()
  const rows = await store.findPayable(db, talentIds)
  return new Map(rows.map((row) => [row.talent_id, row.account_id!]))
}

/** The account of a signed-in talent at the provider. */
export async function accountIdOf(ctx: Context, userId: string): Promise<string | null> {
  return (await store.findByUser(ctx.db, userId))?.account_id ?? null
}

function columnsOf(account: ConnectedAccount, askedAt: Date) {
  const requirements: Requirements = {
    currentlyDue: account.currentlyDue,
    pastDue: account.pastDue,
    pendingVerification: account.pendingVerification,
    deadline: account.deadline?.toISOString() ?? null,
    disabledReason: account.disabledReason,
  }
  return {
    account_id: account.accountId,
    charges_enabled: account.chargesEnabled,
    payouts_enabled: account.payoutsEnabled,
    transfers_enabled: account.transfersEnabled,
    details_submitted: account.detailsSubmitted,
    requirements: JSON.stringify(requirements),
    synced_at: askedAt,
  }
}

function statusFrom(row: store.AccountRow | undefined): ConnectStatus {
  const requirements = (row?.requirements ?? {}) as unknown as Partial<Requirements>
  return {
    account_id: row?.account_id ?? null,
    charges_enabled: row?.charges_enabled ?? false,
    payouts_enabled: row?.payouts_enabled ?? false,
    details_submitted: row?.details_submitted ?? false,
    currently_due: requirements.currentlyDue ?? [],
    past_due: requirements.pastDue ?? [],
    pending_verification: requirements.pendingVerification ?? [],
    deadline: requirements.deadline ?? null,
    disabled_reason: requirements.disabledReason ?? null,
    checked_at: row?.synced_at?.toISOString() ?? null,
  }
}
