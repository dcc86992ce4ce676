import type { Answer } from './cards.ts'
import { centsOf, dayMs, hourMs, isoDay, monthOf, nextMonth } from './rules.ts'
import type { Escrow, Paper, Payout, State } from './state.ts'

// What product.md says of payouts and invoices.

const firstPauseMs = 60_000
const longestPauseMs = 6 * hourMs

/** The first moment after the newest month that is paid at a moment. */
const payableUntil = (state: State): number => monthOf(state.now - state.rules.payoutDelayMs)

/** Once a day, a payout for everybody with enough; then the provider is asked for each whose turn it is. */
export function runPayouts(state: State, answer: Answer): string {
  const day = isoDay(state.now)
  if (!state.payoutDays.has(day)) {
    for (const index of state.talents.keys()) startPayout(state, index)
    state.payoutDays.add(day)
  }
  for (const payout of state.payouts) {
    if (payout.state === 'processing' && payout.nextAt <= state.now) send(state, payout, answer)
  }
  return 'done'
}

function startPayout(state: State, index: number): void {
  const talent = state.talents[index]!
  const until = payableUntil(state)
  const mine = state.payouts.filter((payout) => payout.talent === index)
  const isBlocked = mine.some(
    ({ state: at, settledAt }) =>
      at === 'processing' ||
      (at === 'failed' && settledAt! > state.now - state.rules.payoutRetryMs),
  )
  if (!talent.hasAccount || isBlocked) return
  const released = state.royalties.filter(
    (royalty) =>
      royalty.talent === index && royalty.status === 'pending' && royalty.payableAt !== null,
  )
  const royalties = released.filter(
    ({ createdAt, isCorrection }) => isCorrection || createdAt < until,
  )
  // Everything that is owed but for what is too young; parts of a cent that earlier payouts have left are in it.
  const tooYoung = released.filter((royalty) => !royalties.includes(royalty))
  const due = tooYoung.reduce((rest, { amount }) => rest - amount, talent.payable)
  if (due < state.rules.minimumPayoutCents * 10_000n) return
  const cents = due / 10_000n
  talent.payable -= cents * 10_000n
  state.payoutsInTransit += cents * 10_000n
  for (const royalty of royalties) royalty.status = 'processing'
  state.payouts.push({
    ...{ talent: index, cents, royalties, state: 'processing' },
    month: isoDay(monthOf(until - dayMs)),
    ...{ attempts: 0, nextAt: state.now, settledAt: null, isTransferred: false },
  })
}

function send(state: State, payout: Payout, answer: Answer): void {
  payout.attempts++
  if (!payout.isTransferred && answer === 'refused') {
    fail(state, payout)
    return
  }
  const isKnown = payout.isTransferred || !answer.startsWith('lost')
  if (!payout.isTransferred && answer !== 'lost before') {
    payout.isTransferred = true
    state.providerCents -= Number(payout.cents)
  }
  if (!isKnown) {
    const pauseMs = Math.min(firstPauseMs * 2 ** (payout.attempts - 1), longestPauseMs)
    payout.nextAt = state.now + pauseMs
    return
  }
  payout.state = 'paid'
  payout.settledAt = state.now
  for (const royalty of payout.royalties) royalty.status = 'paid'
  state.payoutsInTransit -= payout.cents * 10_000n
  state.cash -= payout.cents * 10_000n
}

/** The money is due again. */
function fail(state: State, payout: Payout): void {
  if (payout.state === 'paid') {
    state.cash += payout.cents * 10_000n
  } else {
    payout.settledAt = state.now
    state.payoutsInTransit -= payout.cents * 10_000n
  }
  payout.state = 'failed'
  for (const royalty of payout.royalties) royalty.status = 'pending'
  state.talents[payout.talent]!.payable += payout.cents * 10_000n
}

/** The provider has taken a transfer back. */
export function reverse(state: State, payout: Payout): string {
  state.providerCents += Number(payout.cents)
  fail(state, payout)
  return 'done'
}

const graceMs = 10 * 60_000

/** Papers for every month that is over, oldest first. */
export function closeMonths(state: State): string {
  for (;;) {
    const first = state.escrows[0]
    if (!first) return 'done'
    const month = state.lastMonth === null ? monthOf(first.createdAt) : nextMonth(state.lastMonth)
    if (nextMonth(month) + graceMs > state.now) return 'done'
    for (const developer of state.developers.keys()) closeMonth(state, developer, month)
    state.lastMonth = month
  }
}

/** Sales on invoices, one for each treatment; refunds of earlier sales on credit notes, one for each invoice. */
function closeMonth(state: State, developer: number, month: number): void {
  const isIn = (at: number | null) => at !== null && at >= month - dayMs && at < nextMonth(month)
  // As the product lists them, since the order decides where a half cent is carried.
  const mine = state.escrows
    .filter((escrow) => escrow.developer === developer)
    .toSorted((a, b) => (a.usage < b.usage ? -1 : a.usage > b.usage ? 1 : 0))
  const sold = mine.filter(({ createdAt, salePaper }) => isIn(createdAt) && salePaper === null)
  const undone = mine.filter(
    ({ refundedAt, refundPaper }) => isIn(refundedAt) && refundPaper === null,
  )
  for (const escrow of sold.filter((sale) => undone.includes(sale))) {
    escrow.salePaper = 'netted'
    escrow.refundPaper = 'netted'
  }
  const sales = sold.filter(({ salePaper }) => salePaper === null)
  for (const [treatment, items] of Map.groupBy(sales, ({ vatFacts }) => vatFacts.treatment)) {
    issue(state, { developer, corrects: null, treatment, items })
  }
  const refunds = undone.filter(({ refundPaper }) => refundPaper === null)
  for (const [paper, items] of Map.groupBy(refunds, ({ salePaper }) => salePaper)) {
    if (typeof paper !== 'number') continue
    issue(state, {
      ...{ developer, corrects: paper, items, treatment: state.papers[paper]!.treatment },
    })
  }
}

function issue(
  state: State,
  paper: { developer: number; corrects: number | null; treatment: string; items: Escrow[] },
): void {
  const { developer, corrects, treatment, items } = paper
  const sign = corrects === null ? 1n : -1n
  const number = state.papers.length
  const taxes: Paper['taxes'] = []
  const groups = Map.groupBy(items, ({ vatFacts }) => `${vatFacts.taxedIn} ${vatFacts.rate}`)
  for (const [name, group] of groups) {
    const key = `${developer} ${treatment} ${name}`
    const carried = state.carried.get(key) ?? { net: 0n, vat: 0n }
    const net = group.reduce((sum, escrow) => sum + sign * escrow.net, carried.net)
    const vat = group.reduce((sum, escrow) => sum + sign * escrow.vat, carried.vat)
    const { taxedIn: country, rate } = group[0]!.vatFacts
    const shown = { netCents: centsOf(net), vatCents: centsOf(vat) }
    taxes.push({ country, rate, ...shown })
    state.carried.set(key, {
      net: net - shown.netCents * 10_000n,
      vat: vat - shown.vatCents * 10_000n,
    })
  }
  for (const escrow of items) {
    if (corrects === null) escrow.salePaper = number
    else escrow.refundPaper = number
  }
  state.papers.push({
    developer,
    corrects,
    treatment,
    year: new Date(state.now).getUTCFullYear(),
    taxes,
  })
}
