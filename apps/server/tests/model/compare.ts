import type { Developer, Escrow, Payment, Refund, State } from './state.ts'
import type { World } from './world.ts'

/** Names what is compared, and says it as a text, so that a difference can be read. */
export type Snapshot = Map<string, string>

/** One look at everything that money is kept in: the books by account, and the rows beside them. */
const everything = `
  select 'books ' || a.kind as what, a.owner_id as owner, sum(p.amount_micros)::text as is
    from ledger_postings p join ledger_accounts a on a.id = p.account_id group by a.kind, a.owner_id
  union all
  select 'wallet', developer_id, balance_micros || ' held ' || held_micros || ' owed ' || owed_micros
    || case when is_low then ' low' else '' end from wallets
  union all
  select 'payments', developer_id, string_agg(purpose || ' ' || state || ' ' || refunded_micros / 10000, ', ' order by id)
    from payments group by developer_id
  union all
  select 'automatic', developer_id, coalesce(automatic_amount_micros / 10000 || ' ', '') || coalesce(stopped_reason, '')
    from payment_customers
  union all
  select 'refunds', '', string_agg(told, ', ' order by told collate "C") from (
    select state || ' ' || amount_micros / 10000 as told from payment_refunds) as refunds
  union all
  select 'disputes', '', string_agg(concat_ws(' ', substr(id, 4)::int, state, amount_micros / 10000), ', ' order by id) from payment_disputes
  union all
  select 'syntheses', '', string_agg(state, ', ' order by id) from syntheses where state <> 'completed'
  union all
  select 'escrows', '', string_agg(concat_ws(' ', e.state, e.net_micros, e.vat_micros, e.watermark, e.deepfake,
      'until ' || (extract(epoch from e.hold_until) * 1000)::bigint,
      'frozen ' || (extract(epoch from e.frozen_at) * 1000)::bigint,
      case when e.state = 'PENDING' then 'dispute ' || substr(e.dispute_id, 4)::int end,
      case when l.revoked_at is not null then 'revoked' end, case when c.escrow_id is not null then 'corrected' end,
      'on ' || coalesce(sale.number, case when s.escrow_id is not null then 'nothing' end),
      'off ' || coalesce(back.number, case when r.escrow_id is not null then 'nothing' end)), E'\\n' order by e.id)
    from escrows e join licences l on l.synthesis_id = e.synthesis_id
    left join escrow_corrections c on c.escrow_id = e.id
    left join invoice_items s on s.escrow_id = e.id and s.kind = 'sale' left join invoices sale on sale.id = s.invoice_id
    left join invoice_items r on r.escrow_id = e.id and r.kind = 'refund' left join invoices back on back.id = r.invoice_id
  union all
  select 'royalties', talent_id, string_agg(told, ', ' order by told collate "C") from (
    select talent_id, concat_ws(' ', kind, status, case when payable_at is not null then 'due' end,
      count(*), sum(amount_micros)) as told
    from royalties group by talent_id, kind, status, payable_at is not null) as sums group by talent_id
  union all
  select 'payouts', talent_id, string_agg(concat_ws(' ', to_char(month, 'YYYY-MM-DD'), state, amount_cents), ', ' order by id)
    from payouts group by talent_id
  union all
  select 'papers', developer_id, string_agg(concat_ws(' ', number, kind, treatment, net_cents, vat_cents), ', ' order by number)
    from invoices group by developer_id
  union all
  select 'consent', id, consent from talents`

/** How the database has it. Owners are named by their place in the cast. */
export async function databaseSays(world: World): Promise<Snapshot> {
  const names = new Map<string, number>()
  for (const [index, id] of world.developers.entries()) names.set(id, index)
  for (const [index, { id }] of world.talents.entries()) names.set(id, index)
  const { rows } = await world.books.query<{ what: string; owner: string; is: string | null }>({
    ...{ name: 'everything', text: everything },
  })
  const said = rows
    .filter(({ is }) => is !== null && is !== '0' && is !== '')
    .map(({ what, owner, is }): [string, string] => {
      return [owner === '' ? what : `${what} ${names.get(owner)}`, is!]
    })
  return new Map([...said, ['provider', `${world.provider.balanceCents} cents`]])
}

/** How the model has it. */
export function modelSays(state: State): Snapshot {
  const said: [string, bigint | string][] = [
    // Assets have a negative balance in the books.
    ['books provider_cash', -state.cash],
    ['books provider_fees', -state.fees],
    ['books promotions', -state.rules.promotionMicros * BigInt(state.developers.length)],
    ['books escrow', state.escrow],
    ['books vat_payable', state.vat],
    ['books platform_revenue', state.revenue],
    ['books payouts_in_transit', state.payoutsInTransit],
    ['books refunds_in_transit', state.refundsInTransit],
    ['refunds', state.refunds.flatMap(refundSays).toSorted().join(', ')],
    ['disputes', disputesSay(state)],
    ['syntheses', unfinished(state)],
    ['escrows', escrowsSay(state)],
    ['provider', `${state.providerCents} cents`],
  ]
  for (const [index, developer] of state.developers.entries()) {
    const { balance, held, owed, lowBelow } = developer
    const low = balance < lowBelow ? ' low' : ''
    said.push(
      [`books wallet ${index}`, balance],
      [`books developer_debt ${index}`, -owed],
      [`wallet ${index}`, `${balance} held ${held} owed ${owed}${low}`],
      [`payments ${index}`, state.payments.filter(isOf(index)).map(paymentSays).join(', ')],
      [`automatic ${index}`, automaticSays(developer)],
      [`papers ${index}`, papersSay(state, index)],
    )
  }
  for (const [index, { payable, consents }] of state.talents.entries()) {
    said.push(
      [`books talent_payable ${index}`, payable],
      [`royalties ${index}`, royaltiesSay(state, index)],
      [`payouts ${index}`, payoutsSay(state, index)],
      [`consent ${index}`, consents ? 'granted' : 'revoked'],
    )
  }
  const told = said.map(([name, is]): [string, string] => [name, String(is)])
  return new Map(told.filter(([, is]) => is !== '0' && is !== ''))
}

const isOf =
  (index: number) =>
  ({ developer }: { developer: number }): boolean =>
    developer === index

const paymentSays = ({ purpose, state, refundedCents }: Payment): string =>
  `${purpose} ${state} ${refundedCents}`

const refundSays = ({ state, cents }: Refund): string[] =>
  state === 'unknown' ? [] : [`${state} ${cents}`]

const automaticSays = ({ automaticCents, stopped }: Developer): string =>
  `${automaticCents === null ? '' : `${automaticCents} `}${stopped ?? ''}`

const disputesSay = (state: State): string =>
  [...state.disputes.entries()]
    .filter(([, dispute]) => dispute.state !== 'unknown')
    .map(([index, dispute]) => `${index} ${dispute.state} ${dispute.cents}`)
    .join(', ')

const unfinished = (state: State): string =>
  state.syntheses
    .filter((synthesis) => synthesis.state !== 'completed')
    .map((synthesis) => synthesis.state)
    .join(', ')

function escrowsSay(state: State): string {
  const numbers = numbersOf(state)
  const on = (paper: Escrow['salePaper']) =>
    typeof paper === 'number' ? numbers[paper] : 'nothing'
  return state.escrows
    .map((escrow) => {
      const isHeld = escrow.state === 'PENDING'
      const check = (passed: boolean | undefined) =>
        passed === undefined ? 'pending' : passed ? 'passed' : 'failed'
      return [
        ...[escrow.state, escrow.net, escrow.vat],
        ...[check(escrow.checks?.watermark), check(escrow.checks?.scan)],
        ...['until', escrow.holdUntil],
        ...(escrow.frozenAt === null ? [] : ['frozen', escrow.frozenAt]),
        ...(isHeld && escrow.dispute !== null ? ['dispute', escrow.dispute] : []),
        ...(escrow.refundedAt === null ? [] : ['revoked']),
        ...(escrow.state === 'RELEASED' && escrow.refundedAt !== null ? ['corrected'] : []),
        ...(escrow.salePaper === null ? [] : ['on', on(escrow.salePaper)]),
        ...(escrow.refundPaper === null ? [] : ['off', on(escrow.refundPaper)]),
      ].join(' ')
    })
    .join('\n')
}

/** The numbers of all papers: gapless in each year. */
function numbersOf(state: State): string[] {
  const last = new Map<number, number>()
  return state.papers.map(({ year }) => {
    last.set(year, (last.get(year) ?? 0) + 1)
    return `VV-${year}-${String(last.get(year)).padStart(6, '0')}`
  })
}

function papersSay(state: State, developer: number): string {
  const numbers = numbersOf(state)
  return [...state.papers.entries()]
    .filter(([, paper]) => paper.developer === developer)
    .map(([index, { corrects, treatment, taxes }]) => {
      const total = (pick: (tax: (typeof taxes)[number]) => bigint) =>
        taxes.reduce((sum, tax) => sum + pick(tax), 0n)
      const kind = corrects === null ? 'invoice' : 'credit_note'
      const cents = [total(({ netCents }) => netCents), total(({ vatCents }) => vatCents)]
      return [numbers[index], kind, treatment, ...cents].join(' ')
    })
    .join(', ')
}

function royaltiesSay(state: State, talent: number): string {
  const mine = state.royalties.filter((royalty) => royalty.talent === talent)
  const groups = Map.groupBy(mine, ({ isCorrection, status, payableAt }) =>
    [isCorrection ? 'correction' : 'sale', status, ...(payableAt === null ? [] : ['due'])].join(
      ' ',
    ),
  )
  return [...groups]
    .map(([name, group]) => {
      return `${name} ${group.length} ${group.reduce((sum, { amount }) => sum + amount, 0n)}`
    })
    .toSorted()
    .join(', ')
}

const payoutsSay = (state: State, talent: number): string =>
  state.payouts
    .filter((payout) => payout.talent === talent)
    .map(({ month, state: at, cents }) => `${month} ${at} ${cents}`)
    .join(', ')

/** Throws with what the model and the database do not agree about. */
export async function compare(state: State, world: World): Promise<void> {
  const [expected, found] = [modelSays(state), await databaseSays(world)]
  const wrong = [...new Set([...expected.keys(), ...found.keys()])].filter(
    (name) => expected.get(name) !== found.get(name),
  )
  if (wrong.length === 0) return
  const told = wrong.map((name) => differenceOf(name, expected.get(name), found.get(name)))
  throw new Error(`the model and the database disagree:\n${told.join('\n')}`)
}

/** Of a long list, only the entries that differ. */
function differenceOf(name: string, expected = 'nothing', found = 'nothing'): string {
  const [ours, theirs] = [expected.split(/, |\n/), found.split(/, |\n/)]
  const places = Array.from({ length: Math.max(ours.length, theirs.length) }, (_, at) => at)
  return places
    .filter((at) => ours[at] !== theirs[at])
    .map((at) => {
      const which = places.length > 1 ? ` #${at}` : ''
      return `  ${name}${which}: the model has ${ours[at] ?? 'none'}, the database ${theirs[at] ?? 'none'}`
    })
    .join('\n')
}
