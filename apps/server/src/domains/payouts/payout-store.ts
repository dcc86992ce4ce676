import { minimumPayoutCents } from '@viva-voce/money'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Payouts } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

/** `month` is an ISO date. */
export type PayoutRow = Omit<Selectable<Payouts>, 'month'> & { month: string }

const columns = sql<PayoutRow>`payouts.*, to_char(payouts.month, 'YYYY-MM-DD') as month`

/** Far more than what payouts that were taken back leave of cents; whether it is enough is decided under the talent's lock. */
const mostCarriedCents = 100n

/**
 * Talents after `cursor` whose released royalties up to a month's end may reach the minimum, and who have no payout
 * under way and none that failed since `failedSince`.
 */
export async function findDue(
  db: Db,
  due: { monthEnd: Date; failedSince: Date; cursor: string; limit: number },
): Promise<string[]> {
  const nearly = (minimumPayoutCents - mostCarriedCents) * 10_000n
  const { rows } = await sql<{ talentId: string }>`
    select r.talent_id as "talentId" from royalties r
    where r.status = 'pending' and r.payable_at is not null and r.talent_id > ${due.cursor}
      and (r.created_at < ${due.monthEnd} or r.kind = 'correction')
      and not exists (select from payouts p where p.talent_id = r.talent_id
        and (p.state = 'processing' or (p.state = 'failed' and p.settled_at > ${due.failedSince})))
    group by r.talent_id having sum(r.amount_micros) >= ${nearly}
    order by r.talent_id limit ${sql.lit(due.limit)}`.execute(db)
  return rows.map(({ talentId }) => talentId)
}

/** Nobody else starts a payout for this talent until the transaction ends. */
export async function lockTalent(tx: Tx, talentId: string): Promise<void> {
  await sql`select from talents where id = ${talentId} for no key update`.execute(tx)
}

/** What is due to a talent up to a month's end, and the parts of a cent that earlier payouts have left. */
export async function sumDue(tx: Tx, talentId: string, monthEnd: Date) {
  const { rows } = await sql<{ earnedMicros: bigint; count: bigint; carriedMicros: bigint }>`
    select coalesce(sum(amount_micros), 0)::bigint as "earnedMicros", count(*) as "count",
      (select coalesce(sum(earned_micros - amount_cents * 10000), 0)::bigint from payouts
        where talent_id = ${talentId} and state <> 'failed') as "carriedMicros"
    from royalties where talent_id = ${talentId} and status = 'pending' and payable_at is not null
      and (created_at < ${monthEnd} or kind = 'correction')`.execute(tx)
  return rows[0]!
}

export async function insertPayout(tx: Tx, row: Insertable<Payouts>): Promise<void> {
  await tx.insertInto('payouts').values(row).execute()
}

/** Royalties that changed together, by developer and day. */
export interface MovedRoyalties {
  developerId: string
  day: string
  amountMicros: bigint
}

/** Puts everything that is due into a payout. */
export function takeRoyalties(
  tx: Tx,
  take: { payoutId: string; talentId: string; monthEnd: Date; to: string },
): Promise<MovedRoyalties[]> {
  const due = sql`talent_id = ${take.talentId} and status = 'pending' and payable_at is not null
    and (created_at < ${take.monthEnd} or kind = 'correction')`
  return changeStatus(tx, { status: take.to, payoutId: take.payoutId }, due)
}

/** Moves a payout's royalties on; back to pending they leave it. */
export function moveRoyalties(
  tx: Tx,
  payoutId: string,
  from: string,
  to: string,
): Promise<MovedRoyalties[]> {
  const change = { status: to, payoutId: to === 'pending' ? null : payoutId }
  return changeStatus(tx, change, sql`payout_id = ${payoutId} and status = ${from}`)
}

async function changeStatus(
  tx: Tx,
  change: { status: string; payoutId: string | null },
  which: RawBuilder<unknown>,
): Promise<MovedRoyalties[]> {
  const { rows } = await sql<MovedRoyalties>`
    with moved as (
      update royalties set status = ${change.status}, payout_id = ${change.payoutId} where ${which}
      returning developer_id, created_at, amount_micros)
    select developer_id as "developerId", to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as "day",
      sum(amount_micros)::bigint as "amountMicros" from moved group by 1, 2 order by 2, 1`.execute(
    tx,
  )
  return rows
}

/** Takes payouts whose turn it is and counts the attempt; nobody else takes them before `leaseUntil`. */
export async function takeToSend(
  tx: Tx,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    update payouts set attempts = attempts + 1, next_attempt_at = ${leaseUntil}
    where id in (select id from payouts where state = 'processing' and next_attempt_at <= ${now}
      order by next_attempt_at limit ${sql.lit(limit)} for update skip locked)
    returning ${columns}`.execute(tx)
  return rows
}

export async function lockPayout(tx: Tx, id: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    select ${columns} from payouts where id = ${id} for update`.execute(tx)
  return rows[0]
}

export async function findByTransfer(tx: Tx, transferId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payouts')
    .select('id')
    .where('transfer_id', '=', transferId)
    .executeTakeFirst()
  return row?.id
}

export async function update(tx: Tx, id: string, change: Updateable<Payouts>): Promise<void> {
  await tx.updateTable('payouts').set(change).where('id', '=', id).execute()
}

export async function findPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`select ${columns} from payouts where id = ${id}`.execute(db)
  return rows[0]
}

/** A talent's payouts, or everybody's; newest first. */
export async function listPayouts(
  db: Db,
  talentId: string | null,
  page: { limit: number; cursor?: string | undefined },
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select ${columns} from payouts
    where ${talentId ? sql`talent_id = ${talentId}` : sql`true`}
      and ${page.cursor ? sql`id < ${page.cursor}` : sql`true`}
    order by id desc limit ${sql.lit(page.limit)}`.execute(db)
  return rows
}

export async function findUnstated(db: Db, limit: number): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select ${columns} from payouts where state = 'paid' and statement_key is null
    order by id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** A payout's royalties by month and kind, with whose they are. */
export async function statementLines(db: Db, payoutId: string) {
  const { rows } = await sql<{
    month: string
    kind: string
    count: bigint
    audioMs: bigint
    netMicros: bigint
    amountMicros: bigint
  }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM') as "month", kind as "kind", count(*) as "count",
      sum(round(sample_count * 1000.0 / sample_rate_hz))::bigint as "audioMs",
      sum(net_micros)::bigint as "netMicros", sum(amount_micros)::bigint as "amountMicros"
    from royalties where payout_id = ${payoutId} group by 1, 2 order by 1, 2 desc`.execute(db)
  return rows
}

/** True once for a day: whoever writes the row has looked through all talents. */
export async function isDayDone(db: Db, day: string): Promise<boolean> {
  const { rows } = await sql`select 1 from payout_days where day = ${day}`.execute(db)
  return rows.length > 0
}

export async function finishDay(tx: Tx, day: string, at: Date): Promise<void> {
  await sql`insert into payout_days (day, finished_at) values (${day}, ${at}) on conflict do nothing`.execute(
    tx,
  )
}

/** What each talent was paid in a year by quarter (of the payout's confirmation), with what the platform kept. */
export async function paidByQuarter(db: Db, from: Date, to: Date) {
  const { rows } = await sql<{
    talentId: string
    name: string
    email: string
    account: string
    quarter: bigint
    paidCents: bigint
    activities: bigint
    feesMicros: bigint
  }>`
    with paid as (
      select p.talent_id, p.id, p.amount_cents, p.destination_account,
        extract(quarter from p.settled_at at time zone 'UTC')::bigint as quarter
      from payouts p where p.state = 'paid' and p.settled_at >= ${from} and p.settled_at < ${to}),
    entries as (
      select r.payout_id, count(*) filter (where r.kind = 'sale') as activities,
        sum(r.net_micros - r.amount_micros) as fees_micros
      from royalties r where r.payout_id in (select id from paid) group by r.payout_id)
    select t.id as "talentId", t.name as "name", t.email as "email",
      max(paid.destination_account) as "account", paid.quarter as "quarter",
      sum(paid.amount_cents)::bigint as "paidCents", sum(entries.activities)::bigint as "activities",
      sum(entries.fees_micros)::bigint as "feesMicros"
    from paid join entries on entries.payout_id = paid.id join talents t on t.id = paid.talent_id
    group by t.id, paid.quarter order by t.id, paid.quarter`.execute(db)
  return rows
}
