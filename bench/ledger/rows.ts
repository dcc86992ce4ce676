import { pricePerSecondMicros, usageFactorHundredths } from '@viva-voce/money'
import { sql } from 'kysely'
import type { Context } from '../../apps/server/src/context.ts'
import { chooseRole, signIn } from '../../apps/server/src/domains/identity/people.ts'
import { begin } from '../../apps/server/src/domains/syntheses/begin.ts'
import { complete } from '../../apps/server/src/domains/syntheses/complete.ts'
import { chargeFor } from '../../apps/server/src/domains/syntheses/pricing.ts'
import { inTransaction } from '../../apps/server/src/kit/db.ts'

let people = 0

export async function makeDevelopers(ctx: Context, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await makeDeveloper(ctx))
  return ids
}

async function makeDeveloper(ctx: Context): Promise<string> {
  const email = `bench-${++people}@example.com`
  const person = await inTransaction(ctx.db, async (tx) => {
    const identity = { provider: 'google', subject: email, email, name: email } as const
    const signedIn = await signIn(ctx, tx, { ...identity, emailVerified: true })
    await chooseRole(ctx, tx, { userId: signedIn.id, role: 'developer', ip: '127.0.0.1' })
    return signedIn
  })
  const { id } = await ctx.db
    .selectFrom('developers')
    .select('id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return id
}

const length = { sampleCount: 48_000, sampleRateHz: 24_000 }
const terms = {
  pricePerSecondMicros: pricePerSecondMicros.budget,
  usageFactorHundredths: usageFactorHundredths.demo,
  vatRateBasisPoints: 1_900n,
  vatCountry: 'DE',
}
const voice = {
  ...{ id: 'voice_bench', talentId: 'tal_bench', name: 'Bench', locale: 'en-US' },
  ...{
    engine: 'none',
    engineVoice: 'none',
    custom: null,
    isFallback: false,
    madeBy: 'a bench',
    pricePerSecondMicros: terms.pricePerSecondMicros,
  },
}
let hasVoice: Promise<void> | null = null

/** Everything that a synthesis writes but the audio: hold, charge, held payment, royalty, licence, event. */
export async function sellOnce(ctx: Context, developerId: string): Promise<void> {
  hasVoice ??= insertVoice(ctx)
  await hasVoice
  const { netMicros, vatMicros } = chargeFor(terms, length)
  const begun = await inTransaction(ctx.db, (tx) =>
    begin(ctx, tx, {
      request: {
        ...{ text: 'Bench.', voice_id: voice.id, usage: 'demo' },
        ...{ format: 'wav', speed: 1, stream: false },
      },
      buyer: { developerId, apiKeyId: null, idempotencyKey: null },
      voice,
      terms,
      holdMicros: netMicros + vatMicros,
      askedPauseSeconds: 0,
      hash: Buffer.alloc(32),
    }),
  )
  if (begun.kind !== 'begun') throw new Error('sold before')
  const audio = { audio: new Uint8Array(8), contentType: 'audio/wav', marks: [] }
  await complete(ctx, begun, { ...audio, ...length })
}

async function insertVoice(ctx: Context): Promise<void> {
  await sql`insert into users (id, email, name, created_at) values ('usr_bench', 'b@example.com', 'B', now())`.execute(
    ctx.db,
  )
  await sql`insert into talents (id, user_id, name, email, consent, created_at)
    values ('tal_bench', 'usr_bench', 'Bench', 'b@example.com', 'granted', now())`.execute(ctx.db)
  await sql`insert into voices (id, talent_id, name, locale, tier, category, description, made_by, engine, engine_voice, state, created_at)
    values ('voice_bench', 'tal_bench', 'Bench', 'en-US', 'custom', 'general', '', 'nobody', 'none', 'none', 'ready', now())`.execute(
    ctx.db,
  )
}

/** Talents with EUR 10.50 each of royalties of the last month: rows as the releases would have left them. */
export async function makePayableTalents(ctx: Context, count: number): Promise<void> {
  const at = new Date('2026-02-20T09:00:00Z')
  const [developerId] = await makeDevelopers(ctx, 1)
  await inTransaction(ctx.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const ids = sql`generate_series(1, ${sql.lit(count)}) as n`
    await sql`insert into users (id, email, name, created_at)
      select 'usr_b' || n, 'b' || n || '@example.com', 'B', ${at} from ${ids}`.execute(tx)
    await sql`insert into talents (id, user_id, name, email, consent, created_at)
      select 'tal_' || lpad(n::text, 26, '0'), 'usr_b' || n, 'B ' || n, 'b@example.com', 'granted', ${at} from ${ids}`.execute(
      tx,
    )
    await sql`insert into ledger_accounts (kind, owner_id) select 'talent_payable', 'tal_' || lpad(n::text, 26, '0') from ${ids}`.execute(
      tx,
    )
    await sql`insert into royalties (id, escrow_id, talent_id, developer_id, voice_id, usage, sample_count, sample_rate_hz,
        price_per_second_micros, usage_factor_hundredths, net_micros, amount_micros, created_at, payable_at)
      select 'roy_b' || n, 'esc_b' || n, 'tal_' || lpad(n::text, 26, '0'), ${developerId!}, 'voice_bench', 'podcast', 36000000, 24000, 10000, 100,
        15000000, 10500000, ${at}, ${at} from ${ids}`.execute(tx)
  })
}
