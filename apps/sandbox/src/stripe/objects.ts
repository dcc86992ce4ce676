/** The objects that the sandbox keeps, with Stripe's own field names; amounts in cents, times in seconds. */
interface Kept {
  id: string
  object: string
  created: number
}

type Metadata = Record<string, string>

export interface Customer extends Kept {
  email: string | null
  name: string | null
  metadata: Metadata
}

export interface PaymentMethod extends Kept {
  type: 'card'
  customer: string | null
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
  /** Not Stripe's: which test card it is, and whether it was set up for payments without its owner. */
  sandbox: { number: string; set_up: boolean }
}

export interface CardError {
  type: 'card_error'
  code: string
  decline_code?: string
  message: string
}

export interface PaymentIntent extends Kept {
  amount: number
  amount_received: number
  currency: string
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
  customer: string | null
  payment_method: string | null
  latest_charge: string | null
  last_payment_error: CardError | null
  description: string | null
  metadata: Metadata
}

export interface Charge extends Kept {
  amount: number
  amount_refunded: number
  currency: string
  paid: boolean
  status: 'succeeded' | 'failed'
  refunded: boolean
  disputed: boolean
  captured: boolean
  payment_intent: string
  payment_method: string
  customer: string | null
  failure_code: string | null
  failure_message: string | null
  balance_transaction: string | null
  metadata: Metadata
}

export interface BalanceTransaction extends Kept {
  type: string
  amount: number
  fee: number
  net: number
  currency: string
  source: string | null
  status: 'available' | 'pending'
  available_on: number
  reporting_category: string
}

export interface CheckoutSession extends Kept {
  mode: 'payment'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  url: string | null
  amount_total: number
  currency: string
  customer: string | null
  customer_email: string | null
  customer_details: { email: string | null } | null
  payment_intent: string | null
  success_url: string
  cancel_url: string
  expires_at: number
  metadata: Metadata
  /** Not Stripe's: what the page shows, and what the payment will carry. */
  sandbox: { product: string; payment_metadata: Metadata; saves_card: boolean }
}

export interface Refund extends Kept {
  amount: number
  currency: string
  status: 'pending' | 'succeeded' | 'failed'
  charge: string
  payment_intent: string
  reason: string | null
  failure_reason?: string
  balance_transaction: string | null
  metadata: Metadata
}

export interface Dispute extends Kept {
  amount: number
  currency: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
  reason: string
  charge: string
  payment_intent: string
  evidence_details: { due_by: number; has_evidence: boolean }
  balance_transactions: BalanceTransaction[]
  metadata: Metadata
}

export interface Requirements {
  currently_due: string[]
  past_due: string[]
  eventually_due: string[]
  pending_verification: string[]
  current_deadline: number | null
  disabled_reason: string | null
}

export interface Account extends Kept {
  type: 'none' | 'standard'
  country: string
  email: string | null
  charges_enabled: boolean
  payouts_enabled: boolean
  details_submitted: boolean
  capabilities: { transfers: 'active' | 'inactive' | 'pending' }
  controller: unknown
  requirements: Requirements
  metadata: Metadata
}

export interface AccountLink extends Kept {
  url: string
  expires_at: number
  account: string
  return_url: string
  refresh_url: string
  used: boolean
}

export interface Transfer extends Kept {
  amount: number
  amount_reversed: number
  reversed: boolean
  currency: string
  destination: string
  transfer_group: string | null
  balance_transaction: string
  metadata: Metadata
}

export interface TransferReversal extends Kept {
  amount: number
  currency: string
  transfer: string
  balance_transaction: string
  metadata: Metadata
}

export interface StripeEvent extends Kept {
  type: string
  api_version: string
  livemode: false
  pending_webhooks: number
  account?: string
  data: { object: Kept }
}

export interface Collections {
  customers: Customer
  payment_methods: PaymentMethod
  payment_intents: PaymentIntent
  charges: Charge
  balance_transactions: BalanceTransaction
  sessions: CheckoutSession
  refunds: Refund
  disputes: Dispute
  accounts: Account
  account_links: AccountLink
  transfers: Transfer
  transfer_reversals: TransferReversal
  events: StripeEvent
}
export type Collection = keyof Collections

/** The letters before an object's id, and what people call it in an error. */
export const KINDS: Record<Collection, { prefix: string; object: string }> = {
  customers: { prefix: 'cus', object: 'customer' },
  payment_methods: { prefix: 'pm', object: 'payment_method' },
  payment_intents: { prefix: 'pi', object: 'payment_intent' },
  charges: { prefix: 'ch', object: 'charge' },
  balance_transactions: { prefix: 'txn', object: 'balance_transaction' },
  sessions: { prefix: 'cs_test', object: 'checkout.session' },
  refunds: { prefix: 're', object: 'refund' },
  disputes: { prefix: 'dp', object: 'dispute' },
  accounts: { prefix: 'acct', object: 'account' },
  account_links: { prefix: 'link', object: 'account_link' },
  transfers: { prefix: 'tr', object: 'transfer' },
  transfer_reversals: { prefix: 'trr', object: 'transfer_reversal' },
  events: { prefix: 'evt', object: 'event' },
}
