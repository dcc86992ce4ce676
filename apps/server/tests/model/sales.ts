import { priceOf, type SoldUsage, shareOf } from './rules.ts'
import type { Escrow, Royalty, State } from './state.ts'

// What product.md says of wallets, syntheses and held payments. Each function does one thing and says how it ended:
// `done`, or the code of the refusal.

/** What a developer owes is paid from whatever is free. */
export function payDebt(state: State, index: number): void {
  const developer = state.developers[index]!
  const free = developer.balance - developer.held
  const paid = free < developer.owed ? free : developer.owed
  if (paid <= 0n) return
  developer.balance -= paid
  developer.owed -= paid
}

export function credit(state: State, index: number, amount: bigint): void {
  state.developers[index]!.balance += amount
  payDebt(state, index)
}

export interface Order {
  developer: number
  voice: number
  usage: SoldUsage
  estimateSeconds: number
}

const mayNotSpeak = (state: State, voice: number): boolean => {
  const { talent } = state.voices[voice]!
  return talent !== null && !state.talents[talent]!.consents
}

/** Holds the estimated price. */
export function begin(state: State, order: Order): string {
  const { developer: index, voice, usage } = order
  if (mayNotSpeak(state, voice)) return 'consent_revoked'
  const developer = state.developers[index]!
  const { net, vat } = priceOf({
    ...{ samples: order.estimateSeconds * 1_000, rateHz: 1_000, usage },
    pricePerSecond: state.voices[voice]!.pricePerSecond,
    vatRate: developer.vat.rate,
  })
  const hold = net + vat
  if (developer.balance - developer.held < hold) return 'insufficient_funds'
  developer.held += hold
  const facts = { developer: index, voice, usage, vat: developer.vat, hold }
  state.syntheses.push({ ...facts, state: 'speaking' })
  return 'done'
}

export interface Spoken {
  synthesis: number
  samples: number
  rateHz: number
}

/** Charges the true length in place of the hold; too long for the wallet fails it. */
export function complete(state: State, { synthesis: index, samples, rateHz }: Spoken): string {
  const synthesis = state.syntheses[index]!
  if (synthesis.state !== 'speaking') return 'given up'
  const developer = state.developers[synthesis.developer]!
  const voice = state.voices[synthesis.voice]!
  const { usage, vat: vatFacts } = synthesis
  const { pricePerSecond } = voice
  const { net, vat } = priceOf({ samples, rateHz, usage, pricePerSecond, vatRate: vatFacts.rate })
  if (developer.balance - developer.held + synthesis.hold < net + vat) {
    fail(state, index)
    return 'insufficient_funds'
  }
  synthesis.state = 'completed'
  developer.held -= synthesis.hold
  developer.balance -= net + vat
  developer.spent += net + vat
  state.escrow += net
  state.vat += vat
  state.escrows.push({
    ...{ developer: synthesis.developer, talent: voice.talent, usage, vatFacts, net, vat },
    ...{ state: 'PENDING', checks: null, createdAt: state.now, dispute: null },
    holdUntil: state.now + state.rules.holdMs,
    // Consent that was withdrawn while the voice spoke.
    frozenAt: mayNotSpeak(state, synthesis.voice) ? state.now : null,
    ...{ refundedAt: null, salePaper: null, refundPaper: null },
  })
  if (voice.talent !== null) {
    state.royalties.push({
      talent: voice.talent,
      amount: shareOf(net, state.rules.talentShare),
      ...{ isCorrection: false, status: 'pending', createdAt: state.now, payableAt: null },
    })
  }
  payDebt(state, synthesis.developer)
  return 'done'
}

/** The hold goes back. */
export function fail(state: State, index: number): string {
  const synthesis = state.syntheses[index]!
  if (synthesis.state !== 'speaking') return 'nothing'
  synthesis.state = 'failed'
  state.developers[synthesis.developer]!.held -= synthesis.hold
  payDebt(state, synthesis.developer)
  return 'done'
}

/** The same idempotency key with the same request. A failed one has freed its key, and begins anew. */
export function repeat(state: State, index: number): string {
  const synthesis = state.syntheses[index]!
  if (mayNotSpeak(state, synthesis.voice)) return 'consent_revoked'
  return synthesis.state === 'completed' ? 'finished' : 'request_in_progress'
}

/** The nth escrow of a talent's voice has the nth royalty that is no correction. */
function royaltyOf(state: State, escrow: Escrow): Royalty | undefined {
  if (escrow.talent === null) return undefined
  const sales = state.royalties.filter(({ isCorrection }) => !isCorrection)
  return sales[state.escrows.filter(({ talent }) => talent !== null).indexOf(escrow)]
}

export function verify(state: State, index: number, watermark: boolean, scan: boolean): string {
  const escrow = state.escrows[index]!
  if (escrow.state !== 'PENDING' || escrow.checks) return 'done'
  escrow.checks = { watermark, scan }
  if (!(watermark && scan)) refund(state, escrow)
  return 'done'
}

/** A held payment goes back whole: net, VAT, and what the talent would have earned. */
export function refund(state: State, escrow: Escrow): void {
  escrow.state = 'REFUNDED'
  escrow.refundedAt = state.now
  const royalty = royaltyOf(state, escrow)
  if (royalty) royalty.status = 'cancelled'
  state.escrow -= escrow.net
  state.vat -= escrow.vat
  state.developers[escrow.developer]!.spent -= escrow.net + escrow.vat
  credit(state, escrow.developer, escrow.net + escrow.vat)
}

/** Everything whose checks have passed, whose hold is over and that is not frozen. */
export function release(state: State): string {
  for (const escrow of state.escrows) {
    if (escrow.state !== 'PENDING' || !escrow.checks) continue
    if (escrow.frozenAt !== null || escrow.holdUntil > state.now) continue
    escrow.state = 'RELEASED'
    const royalty = royaltyOf(state, escrow)
    const share = royalty?.amount ?? 0n
    state.escrow -= escrow.net
    state.revenue += escrow.net - share
    if (!royalty) continue
    royalty.payableAt = state.now
    state.talents[royalty.talent]!.payable += share
  }
  return 'done'
}

/** Frozen for 30 days, or held for 90 without its checks. */
export function refundOverdue(state: State): string {
  const { mostFrozenMs, longestHoldMs } = state.rules
  for (const escrow of state.escrows) {
    const { frozenAt, createdAt, checks } = escrow
    const isFrozen = frozenAt !== null && state.now - frozenAt >= mostFrozenMs
    const isUnchecked = checks === null && state.now - createdAt >= longestHoldMs
    if (escrow.state === 'PENDING' && (isFrozen || isUnchecked)) refund(state, escrow)
  }
  return 'done'
}

/** What is held is refunded, what was released is corrected, and either happens once. */
export function refundByOperator(state: State, index: number): string {
  const escrow = state.escrows[index]!
  if (escrow.refundedAt !== null) return 'conflict'
  if (escrow.state === 'PENDING') refund(state, escrow)
  else correct(state, escrow)
  return 'done'
}

/** What was released is taken back from talent, platform and state; the talent's next payouts begin with it. */
export function correct(state: State, escrow: Escrow): void {
  escrow.refundedAt = state.now
  const royalty = royaltyOf(state, escrow)
  const share = royalty?.amount ?? 0n
  state.vat -= escrow.vat
  state.revenue -= escrow.net - share
  credit(state, escrow.developer, escrow.net + escrow.vat)
  if (!royalty) return
  state.talents[royalty.talent]!.payable -= share
  state.royalties.push({
    ...{ talent: royalty.talent, amount: -share, isCorrection: true, status: 'pending' },
    ...{ createdAt: state.now, payableAt: state.now },
  })
}

/** Withdrawn consent freezes what is held for the talent's voices; a dispute's freeze is not touched by either. */
export function consent(state: State, talent: number, isGranted: boolean): string {
  if (state.talents[talent]!.consents === isGranted) return 'done'
  state.talents[talent]!.consents = isGranted
  for (const escrow of state.escrows) {
    if (escrow.talent !== talent || escrow.state !== 'PENDING' || escrow.dispute !== null) continue
    escrow.frozenAt = isGranted ? null : (escrow.frozenAt ?? state.now)
  }
  return 'done'
}
