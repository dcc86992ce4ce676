import { balanceOf, book } from './balance.ts'
import type { ApiCall, Calls, Desk } from './call.ts'
import { listOf } from './call.ts'
import { formAt, metadataAt, textAt } from './form.ts'
import type { Account } from './objects.ts'
import { invalid } from './refusal.ts'

/** Connected accounts, their onboarding, and what is transferred to them. */
export const connectCalls: Calls = {
  'POST /v1/accounts': ({ store }, { form }) => {
    const account = store.add('accounts', {
      ...newAccount(textAt(form, 'country') ?? 'DE', textAt(form, 'email') ?? null),
      controller: { ...formAt(form, 'controller'), type: 'application' },
      metadata: metadataAt(form),
    })
    return account
  },
  'GET /v1/accounts/:id': ({ store }, { ids }) => store.get('accounts', ids[0]!),
  'POST /v1/account_links': createLink,

  'GET /v1/balance': ({ store }) => {
    const { available, pending } = balanceOf(store)
    const money = (amount: number) => [{ amount, currency: 'eur' }]
    return { object: 'balance', available: money(available), pending: money(pending) }
  },
  'GET /v1/balance_transactions': (desk, { form }) => listOf(desk, 'balance_transactions', form),
  'GET /v1/balance_transactions/:id': ({ store }, { ids }) =>
    store.get('balance_transactions', ids[0]!),

  'POST /v1/transfers': createTransfer,
  'GET /v1/transfers': (desk, { form }) => {
    const { transfer_group } = form
    return listOf(desk, 'transfers', form, (transfer) => {
      return !transfer_group || transfer.transfer_group === transfer_group
    })
  },
  'GET /v1/transfers/:id': ({ store }, { ids }) => store.get('transfers', ids[0]!),
  'POST /v1/transfers/:id/reversals': reverseTransfer,

  'GET /v1/events': (desk, { form }) => {
    const since = Number(formAt(form, 'created').gte ?? 0)
    return listOf(desk, 'events', form, (event) => event.created >= since)
  },
  'GET /v1/events/:id': ({ store }, { ids }) => store.get('events', ids[0]!),
}

/** What is asked of somebody who has just begun. */
const FIRST_PAPERS = [
  'business_profile.url',
  'external_account',
  'individual.dob',
  'individual.id_number',
  'tos_acceptance.date',
]

export function newAccount(
  country: string,
  email: string | null,
): Omit<Account, 'id' | 'object' | 'created'> {
  return {
    type: 'none',
    country,
    email,
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: false,
    capabilities: { transfers: 'inactive' },
    controller: {},
    requirements: {
      currently_due: [...FIRST_PAPERS],
      past_due: [...FIRST_PAPERS],
      eventually_due: [...FIRST_PAPERS],
      pending_verification: [],
      current_deadline: null,
      disabled_reason: 'requirements.past_due',
    },
    metadata: {},
  }
}

/** What an account becomes when its owner has given everything. */
export const complete = (): Pick<
  Account,
  'charges_enabled' | 'payouts_enabled' | 'details_submitted' | 'capabilities' | 'requirements'
> => ({
  charges_enabled: true,
  payouts_enabled: true,
  details_submitted: true,
  capabilities: { transfers: 'active' },
  requirements: {
    currently_due: [],
    past_due: [],
    eventually_due: [],
    pending_verification: [],
    current_deadline: null,
    disabled_reason: null,
  },
})

/** https://docs.stripe.com/api/account_links/create: single use, and for minutes. */
const LINK_SECONDS = 5 * 60

function createLink({ store, url }: Desk, { form }: ApiCall): object {
  const account = store.get('accounts', textAt(form, 'account') ?? '')
  const [returnUrl, refreshUrl] = [textAt(form, 'return_url'), textAt(form, 'refresh_url')]
  if (!returnUrl || !refreshUrl)
    throw invalid('Missing required param: return_url.', 'parameter_missing')
  const link = store.add('account_links', {
    url: '',
    expires_at: store.now() + LINK_SECONDS,
    account: account.id,
    return_url: returnUrl,
    refresh_url: refreshUrl,
    used: false,
  })
  link.url = `${url()}/stripe/onboarding/${link.id}`
  store.save('account_links', link)
  const { object, created, expires_at, url: address } = link
  return { object, created, expires_at, url: address }
}

function amountOf(text: string | undefined): number {
  const amount = Number(text)
  if (Number.isInteger(amount) && amount > 0) return amount
  throw invalid(
    'This value must be greater than or equal to 1.',
    'parameter_invalid_integer',
    'amount',
  )
}

function createTransfer({ store, emit }: Desk, { form }: ApiCall): object {
  const amount = amountOf(textAt(form, 'amount'))
  const destination = store.get('accounts', textAt(form, 'destination') ?? '')
  if (destination.capabilities.transfers !== 'active') {
    throw invalid(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      'insufficient_capabilities_for_transfer',
    )
  }
  if (balanceOf(store).available < amount) {
    throw invalid(
      'You have insufficient available funds in your Stripe account.',
      'balance_insufficient',
    )
  }
  const transfer = store.add('transfers', {
    amount,
    amount_reversed: 0,
    reversed: false,
    currency: textAt(form, 'currency') ?? 'eur',
    destination: destination.id,
    transfer_group: textAt(form, 'transfer_group') ?? null,
    balance_transaction: '',
    metadata: metadataAt(form),
  })
  transfer.balance_transaction = book(store, {
    type: 'transfer',
    amount: -amount,
    source: transfer.id,
  }).id
  store.save('transfers', transfer)
  emit('transfer.created', transfer)
  return transfer
}

function reverseTransfer({ store, emit }: Desk, { ids, form }: ApiCall): object {
  const transfer = store.get('transfers', ids[0]!)
  const left = transfer.amount - transfer.amount_reversed
  const amount = form.amount === undefined ? left : amountOf(textAt(form, 'amount'))
  if (amount > left) {
    throw invalid(
      `Transfer reversal amount (${amount}) is greater than unreversed amount on transfer (${left})`,
      left === 0 ? 'transfer_already_reversed' : undefined,
    )
  }
  const reversal = store.add('transfer_reversals', {
    amount,
    currency: transfer.currency,
    transfer: transfer.id,
    balance_transaction: '',
    metadata: metadataAt(form),
  })
  reversal.balance_transaction = book(store, {
    type: 'transfer_refund',
    amount,
    source: reversal.id,
  }).id
  store.save('transfer_reversals', reversal)
  transfer.amount_reversed += amount
  transfer.reversed = transfer.amount_reversed === transfer.amount
  store.save('transfers', transfer)
  emit('transfer.reversed', transfer)
  return reversal
}
