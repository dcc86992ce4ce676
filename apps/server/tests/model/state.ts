import { customers, rules, type SoldUsage, type VatFacts } from './rules.ts'

// Everything that the model remembers. Amounts are micro-euro and have their natural sign: what somebody owns is positive.

export interface Developer {
  vat: VatFacts
  balance: bigint
  held: bigint
  owed: bigint
  /** What syntheses took, less what came back of them: promotional credit is spent first. */
  spent: bigint
  lowBelow: bigint
  /** How often a card was saved: the newest is charged. */
  cards: number
  /** Cents of the automatic top-up; null is off. */
  automaticCents: number | null
  stopped: string | null
}

export interface Talent {
  consents: boolean
  hasAccount: boolean
  payable: bigint
}

export interface Voice {
  /** Null for a voice of the catalogue. */
  talent: number | null
  pricePerSecond: bigint
}

export interface Synthesis {
  developer: number
  voice: number
  usage: SoldUsage
  vat: VatFacts
  hold: bigint
  state: 'speaking' | 'completed' | 'failed'
}

export interface Escrow {
  developer: number
  talent: number | null
  usage: SoldUsage
  vatFacts: VatFacts
  net: bigint
  vat: bigint
  state: 'PENDING' | 'RELEASED' | 'REFUNDED'
  checks: null | { watermark: boolean; scan: boolean }
  createdAt: number
  holdUntil: number
  frozenAt: number | null
  dispute: number | null
  /** When it was refunded, before its release or after it. */
  refundedAt: number | null
  /** Which paper shows the sale and its refund: the number, or netted against each other; null is none yet. */
  salePaper: number | 'netted' | null
  refundPaper: number | 'netted' | null
}

export interface Royalty {
  talent: number
  amount: bigint
  isCorrection: boolean
  status: 'pending' | 'processing' | 'paid' | 'cancelled'
  createdAt: number
  payableAt: number | null
}

export interface Payout {
  talent: number
  cents: bigint
  royalties: Royalty[]
  state: 'processing' | 'paid' | 'failed'
  month: string
  attempts: number
  nextAt: number
  settledAt: number | null
  /** The provider has moved the money, whether we know it or not. */
  isTransferred: boolean
}

export interface Payment {
  developer: number
  cents: number
  purpose: 'top_up' | 'automatic_top_up'
  savesCard: boolean
  /** Which saved card an automatic one charges. */
  card: number
  /** How it stands there, and here. */
  provider: 'open' | 'paid' | 'declined'
  state: 'open' | 'paid' | 'expired' | 'failed'
  createdAt: number
  paidAt: number | null
  /** Asked back by us or by somebody in the provider's dashboard, in cents. */
  refundedCents: number
}

export interface Refund {
  payment: number
  cents: number
  isOutside: boolean
  provider: 'none' | 'pending' | 'succeeded' | 'failed'
  state: 'unknown' | 'pending' | 'succeeded' | 'failed'
  /** One from outside is looked at a second time: it may have failed while it was written down. */
  isSeenAgain: boolean
}

export interface Dispute {
  payment: number
  cents: number
  provider: 'open' | 'won' | 'lost'
  state: 'unknown' | 'open' | 'won' | 'lost'
  /** Cents of its fee that are in the books, and whether released purchases were taken back for it. */
  feeCents: number
  isRecovered: boolean
}

/** An invoice, or a credit note, whose amounts are negative. */
export interface Paper {
  developer: number
  /** The paper that it corrects; null for an invoice. */
  corrects: number | null
  treatment: string
  /** Of its number. */
  year: number
  taxes: { country: string; rate: bigint; netCents: bigint; vatCents: bigint }[]
}

export class State {
  now: number
  /** Replaced only to plant a fault. */
  rules = rules
  developers: Developer[] = []
  talents: Talent[] = []
  voices: Voice[] = []
  syntheses: Synthesis[] = []
  escrows: Escrow[] = []
  /** The royalty of each escrow that has one, and corrections behind them. */
  royalties: Royalty[] = []
  payouts: Payout[] = []
  payoutDays = new Set<string>()
  payments: Payment[] = []
  refunds: Refund[] = []
  disputes: Dispute[] = []
  papers: Paper[] = []
  lastMonth: number | null = null
  /** What earlier papers have rounded away, by developer, treatment, country and rate. */
  carried = new Map<string, { net: bigint; vat: bigint }>()

  cash = 0n
  fees = 0n
  escrow = 0n
  vat = 0n
  revenue = 0n
  payoutsInTransit = 0n
  refundsInTransit = 0n
  /** Our balance as the provider has it, what we have not heard of included. */
  providerCents = 0

  constructor(now: number) {
    this.now = now
  }

  addDeveloper(customer: number): void {
    this.developers.push({
      vat: customers[customer]!,
      balance: this.rules.promotionMicros,
      ...{ held: 0n, owed: 0n, spent: 0n, lowBelow: 1_000_000n },
      ...{ cards: 0, automaticCents: null, stopped: null },
    })
  }
}
