/**
 * Fills a database with the demo: a talent with a trained voice, a developer with a key and some weeks of
 * history, an admin. Everything goes through the product's own services and its own worker; only the clock is
 * moved by hand.
 * Running it again adds nothing twice. Usage: npm run seed (the environment names the database).
 */
import { DEMO_ACCOUNTS } from '../apps/sandbox/index.ts'
import { readConfig } from '../apps/server/src/config/config.ts'
import type { Context } from '../apps/server/src/context.ts'
import { createApiKey } from '../apps/server/src/domains/developers/api-keys.ts'
import { chooseRole, type Person, signIn } from '../apps/server/src/domains/identity/people.ts'
import { synthesise } from '../apps/server/src/domains/syntheses/synthesise.ts'
import { syncCatalogue } from '../apps/server/src/domains/voices/voices.ts'
import { manualClock } from '../apps/server/src/kit/clock.ts'
import { inTransaction } from '../apps/server/src/kit/db.ts'
import { startServer } from '../apps/server/src/server.ts'
import { demoHistory, historyDays } from './lib/demo-history.ts'
import { trainDemoVoice, untilTrained } from './lib/demo-talent.ts'
import { dataDirectory, openDatabase, secretKey } from './lib/local-stack.ts'

const dayMs = 24 * 60 * 60 * 1000
const settleTimeoutMs = 120_000

export interface SeedResult {
  apiKey: string
  syntheses: number
}

/** Seeds the database at `databaseUrl`; `now` is where the history ends. */
export async function seed(options: {
  databaseUrl: string
  dataDir: string
  now: Date
}): Promise<SeedResult> {
  const firstMs = options.now.getTime() - (historyDays + 1) * dayMs
  const clock = manualClock(new Date(firstMs))
  const config = readConfig({
    DATABASE_URL: options.databaseUrl,
    DATA_DIR: options.dataDir,
    SECRET_KEY: secretKey(options.dataDir),
    ADMIN_EMAILS: accountOf('Ada').email,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
  })
  const { ctx, stop } = await startServer(config, 'worker', { clock })
  try {
    // A worker does not bring the voices in, but this one speaks as well.
    await syncCatalogue(ctx)
    const { developerId, tessa } = await signUpPeople(ctx)
    const history = demoHistory(await demoVoice(ctx, tessa))
    for (const [index, item] of history.entries()) {
      const dueMs = options.now.getTime() - item.daysAgo * dayMs + index * 60_000
      clock.advance(Math.max(0, dueMs - clock.now().getTime()))
      await synthesise(
        ctx,
        {
          stream: false,
          text: item.text,
          voice_id: item.voiceId,
          usage: item.usage,
          format: 'wav',
          speed: 1,
        },
        { developerId, apiKeyId: null, idempotencyKey: `demo-history-${index}` },
      )
    }
    clock.advance(Math.max(0, options.now.getTime() - clock.now().getTime()))
    await untilSettled(ctx)
    const { key } = await inTransaction(ctx.db, (tx) =>
      createApiKey(ctx, tx, developerId, 'Demo key'),
    )
    return { apiKey: key, syntheses: history.length }
  } finally {
    await stop()
  }
}

function accountOf(name: string) {
  return DEMO_ACCOUNTS.find((account) => account.name.startsWith(name))!
}

/** Signs the three demo people up as their first visit would. */
async function signUpPeople(ctx: Context): Promise<{ developerId: string; tessa: Person }> {
  await signUp(ctx, 'Ada', null)
  const tessa = await signUp(ctx, 'Tessa', 'talent')
  const dana = await signUp(ctx, 'Dana', 'developer')
  const row = await ctx.db
    .selectFrom('developers')
    .select('id')
    .where('user_id', '=', dana.id)
    .executeTakeFirstOrThrow()
  return { developerId: row.id, tessa }
}

/** The talent's voice of an earlier run, or a new one. */
async function demoVoice(ctx: Context, tessa: Person): Promise<string> {
  const known = await ctx.db
    .selectFrom('voices')
    .innerJoin('talents', 'talents.id', 'voices.talent_id')
    .select('voices.id')
    .where('talents.user_id', '=', tessa.id)
    .executeTakeFirst()
  const voiceId = known?.id ?? (await trainDemoVoice(ctx, tessa))
  await untilTrained(ctx, voiceId)
  return voiceId
}

function signUp(ctx: Context, name: string, role: 'talent' | 'developer' | null): Promise<Person> {
  const account = accountOf(name)
  return inTransaction(ctx.db, async (tx) => {
    const person = await signIn(ctx, tx, {
      provider: 'google',
      subject: account.googleSub,
      email: account.email,
      emailVerified: true,
      name: account.name,
    })
    if (role && person.role === 'client') {
      await chooseRole(ctx, tx, { userId: person.id, role, ip: '127.0.0.1' })
    }
    return person
  })
}

/** Waits until the worker has checked everything and released what is due at the end of the history. */
async function untilSettled(ctx: Context): Promise<void> {
  const deadline = performance.now() + settleTimeoutMs
  while (await unsettled(ctx)) {
    if (performance.now() > deadline) throw new Error('the demo history did not settle')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function unsettled(ctx: Context): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('escrows')
    .select('id')
    .where('state', '=', 'PENDING')
    .where((eb) => eb.or([eb('verified_at', 'is', null), eb('hold_until', '<=', ctx.clock.now())]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

if (import.meta.main) {
  const dataDir = dataDirectory()
  const database = await openDatabase(dataDir)
  try {
    const result = await seed({ databaseUrl: database.url, dataDir, now: new Date() })
    console.log(`Seeded ${result.syntheses} syntheses. A new API key: ${result.apiKey}`)
  } finally {
    await database.stop()
  }
}
