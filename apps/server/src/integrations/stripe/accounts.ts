import type Stripe from 'stripe'
import type { Caller } from './call.ts'

/** What a connected account can do and what the provider still asks of its owner. */
export interface ConnectedAccount {
  accountId: string
  chargesEnabled: boolean
  payoutsEnabled: boolean
  detailsSubmitted: boolean
  /** Whether transfers to it are accepted: its `transfers` capability is active. */
  transfersEnabled: boolean
  currentlyDue: string[]
  pastDue: string[]
  eventuallyDue: string[]
  pendingVerification: string[]
  /** When what is due disables the account. */
  deadline: Date | null
  disabledReason: string | null
}

/** Connected accounts: made by us and onboarded by the provider, or brought along by OAuth. */
export function accounts(stripe: Stripe, call: Caller, connect: ConnectSettings) {
  return {
    /** Makes an account for a talent: the platform pays fees and bears losses, the provider asks for the papers. */
    async createAccount(input: {
      talentId: string
      email: string
      country: string
      idempotencyKey: string
    }): Promise<ConnectedAccount> {
      const params: Stripe.AccountCreateParams = {
        country: input.country,
        email: input.email,
        controller: {
          fees: { payer: 'application' },
          losses: { payments: 'application' },
          requirement_collection: 'stripe',
          stripe_dashboard: { type: 'express' },
        },
        capabilities: { transfers: { requested: true } },
        metadata: { talent_id: input.talentId },
      }
      const { idempotencyKey } = input
      return plain(await call(() => stripe.accounts.create(params, { idempotencyKey })))
    },

    async retrieveAccount(accountId: string): Promise<ConnectedAccount> {
      return plain(await call(() => stripe.accounts.retrieve(accountId)))
    },

    /** A single-use address of the provider's onboarding, good for some minutes. */
    async createOnboardingLink(input: {
      accountId: string
      returnUrl: string
      refreshUrl: string
      idempotencyKey: string
    }): Promise<string> {
      const params: Stripe.AccountLinkCreateParams = {
        account: input.accountId,
        type: 'account_onboarding',
        return_url: input.returnUrl,
        refresh_url: input.refreshUrl,
        collection_options: { fields: 'eventually_due' },
      }
      const { idempotencyKey } = input
      return (await call(() => stripe.accountLinks.create(params, { idempotencyKey }))).url
    },

    /** Where somebody who has an account already lets us use it (OAuth 2, RFC 6749); null when it is not set up. */
    connectUrl(input: { state: string; redirectUri: string; email: string }): string | null {
      if (!connect.clientId) return null
      const url = new URL('/oauth/authorize', connect.url)
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: connect.clientId,
        scope: 'read_write',
        state: input.state,
        redirect_uri: input.redirectUri,
        'stripe_user[email]': input.email,
      }).toString()
      return url.href
    },

    /** Exchanges the code of an OAuth return for the account's id. A code is good once, so nothing is retried. */
    async connectByCode(code: string): Promise<string> {
      const token = await call(() => stripe.oauth.token({ grant_type: 'authorization_code', code }))
      return token.stripe_user_id!
    },
  }
}

export interface ConnectSettings {
  url: string
  clientId: string | null
}

function plain(account: Stripe.Account): ConnectedAccount {
  const { requirements } = account
  const deadline = requirements?.current_deadline
  return {
    accountId: account.id,
    chargesEnabled: account.charges_enabled ?? false,
    payoutsEnabled: account.payouts_enabled ?? false,
    detailsSubmitted: account.details_submitted ?? false,
    transfersEnabled: account.capabilities?.transfers === 'active',
    currentlyDue: requirements?.currently_due ?? [],
    pastDue: requirements?.past_due ?? [],
    eventuallyDue: requirements?.eventually_due ?? [],
    pendingVerification: requirements?.pending_verification ?? [],
    deadline: deadline ? new Date(deadline * 1000) : null,
    disabledReason: requirements?.disabled_reason ?? null,
  }
}
