import pg from 'pg'
import { readConfig } from '../../src/config/config.ts'
import { type Context, createContext } from '../../src/context.ts'
import { setBilling } from '../../src/domains/developers/developers.ts'
import { chooseRole, signIn } from '../../src/domains/identity/people.ts'
import type { Begun } from '../../src/domains/syntheses/begin.ts'
import type { Viewer } from '../../src/http/viewer.ts'
import type { PaymentProvider } from '../../src/integrations/stripe/stripe.ts'
import { ApiError } from '../../src/kit/api-error.ts'
import { manualClock } from '../../src/kit/clock.ts'
import { inTransaction } from '../../src/kit/db.ts'
import { createLogger } from '../../src/kit/logger.ts'
import type { Answer } from './cards.ts'
import { ProviderDouble } from './provider-double.ts'
import { customers, type SoldUsage } from './rules.ts'
import { State } from './state.ts'

/** A migrated database with nothing in it, and how to be rid of it. */
export interface EmptyDatabase {
  url: string
  environment: Record<string, string>
  drop(): Promise<void>
}

const startAt = new Date('2026-03-28T09:00:00Z')

/** Voices by talent (null is the catalogue) and what a second of them costs; the second price is no round one. */
const voices = [
  { talent: 0, tier: 'custom', price: null, pricePerSecond: 10_000n },
  { talent: 0, tier: 'custom', price: 37_301n, pricePerSecond: 37_301n },
  { talent: 1, tier: 'custom', price: 200_000n, pricePerSecond: 200_000n },
  { talent: 2, tier: 'custom', price: 5_003n, pricePerSecond: 5_003n },
  { talent: null, tier: 'premium', price: null, pricePerSecond: 10_000n },
  { talent: null, tier: 'budget', price: null, pricePerSecond: 3_000n },
] as const

type Speaking = Extract<Begun, { kind: 'begun' }> & { usage: SoldUsage; text: string }

/** The product under test: its services on a database of their own, its clock, and a provider in memory. */
export class World {
  readonly ctx: Context
  readonly clock: ReturnType<typeof manualClock>
  readonly provider: ProviderDouble
  readonly books: pg.Client
  readonly developers: string[] = []
  readonly talents: { id: string; viewer: Viewer }[] = []
  readonly voices: string[] = []
  /** In the order in which the model has them. */
  readonly syntheses: Speaking[] = []
  /** Those that were charged, as the model has their escrows. */
  readonly completed: Speaking[] = []
  /** Top-ups and automatic ones, as the model has them. */
  readonly payments: { id: string; sessionId: string | null }[] = []
  /** Our own by our id, others by the provider's. */
  readonly refunds: ({ id: string } | { providerId: string })[] = []
  readonly #drop: () => Promise<void>

  constructor(
    parts: Pick<World, 'ctx' | 'clock' | 'provider' | 'books'>,
    drop: () => Promise<void>,
  ) {
    this.ctx = parts.ctx
    this.clock = parts.clock
    this.provider = parts.provider
    this.books = parts.books
    this.#drop = drop
  }

  /** The next moment, of which nothing has happened yet: ids sort by time. */
  tick(ms = 1): void {
    this.clock.advance(ms)
  }

  async withAnswer<T>(answer: Answer, work: () => Promise<T>): Promise<T> {
    this.provider.answer = answer
    try {
      return await work()
    } finally {
      this.provider.answer = 'given'
    }
  }

  async close(): Promise<void> {
    await this.books.end()
    await this.ctx.close()
    await this.#drop()
  }
}

/** How something ended: `done`, or the code of the refusal; anything else that is thrown is a bug, and passes. */
export async function outcomeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

/** Opens the product on an empty database, with a cast, and the model of just that. */
export async function openWorld(database: EmptyDatabase): Promise<{ model: State; real: World }> {
  const clock = manualClock(startAt)
  const settings = { ...database.environment, DATABASE_CONNECTIONS: '4', SYNTHESES_AT_ONCE: '1000' }
  const logger = createLogger({ level: 'silent', name: 'model' })
  const ctx = await createContext(readConfig(settings), { clock, logger })
  const provider = new ProviderDouble(clock)
  // As much of it as money needs.
  ctx.stripe = provider as unknown as PaymentProvider
  const books = new pg.Client({ connectionString: database.url })
  await books.connect()
  await books.query('set jit = off')
  const real = new World({ ctx, clock, provider, books }, database.drop)
  await castOf(real)
  const model = new State(clock.now().getTime())
  for (const customer of real.developers.keys()) model.addDeveloper(customer)
  model.talents = real.talents.map((_, index) => {
    return { consents: true, hasAccount: index < 2, payable: 0n }
  })
  model.voices = voices.map(({ talent, pricePerSecond }) => ({ talent, pricePerSecond }))
  return { model, real }
}

async function castOf(world: World): Promise<void> {
  const { ctx } = world
  for (const customer of customers.keys()) {
    if (customer === 4) break
    const userId = await signUp(world, 'developer', `developer-${customer}`)
    const query = ctx.db.selectFrom('developers').select('id').where('user_id', '=', userId)
    world.developers.push((await query.executeTakeFirstOrThrow()).id)
    await moveTo(world, customer, customer)
  }
  for (const index of [0, 1, 2]) {
    const name = `talent-${index}`
    const userId = await signUp(world, 'talent', name)
    const talentId = ctx.ids.next('tal')
    const viewer: Viewer = {
      ...{ userId, email: '', name, role: 'talent', talentId, developerId: null },
      via: { kind: 'session', sessionId: 'model', csrfToken: 'model' },
    }
    const row = { id: talentId, user_id: userId, name, email: `${name}@example.com` }
    const at = ctx.clock.now()
    await ctx.db
      .insertInto('talents')
      .values({ ...row, consent: 'granted', created_at: at })
      .execute()
    world.talents.push({ id: talentId, viewer })
    if (index < 2) await openAccount(world, index)
  }
  for (const [index, voice] of voices.entries()) await insertVoice(world, index, voice)
}

async function signUp(world: World, role: 'developer' | 'talent', name: string): Promise<string> {
  const { ctx } = world
  world.tick()
  return inTransaction(ctx.db, async (tx) => {
    const email = `${name}@example.com`
    const identity = {
      provider: 'google',
      subject: name,
      email,
      emailVerified: true,
      name,
    } as const
    const { id } = await signIn(ctx, tx, identity)
    await chooseRole(ctx, tx, { userId: id, role, ip: '127.0.0.1' })
    return id
  })
}

/** A developer's billing address, and what VIES has said of the VAT ID. */
export function moveTo(world: World, developer: number, customer: number): Promise<void> {
  const { country, vatId } = customers[customer]!
  const billing = { company: 'A company', address: 'A street', country: country || null, vatId }
  return inTransaction(world.ctx.db, (tx) =>
    setBilling(tx, world.developers[developer]!, { ...billing, vatIdValid: vatId !== '' }),
  )
}

/** The account that a talent has connected can take payouts from now on. */
export async function openAccount(world: World, talent: number): Promise<void> {
  const { id } = world.talents[talent]!
  const account = { talent_id: id, account_id: `acct_${id}`, origin: 'onboarding' as const }
  await world.ctx.db
    .insertInto('connected_accounts')
    .values({
      ...{ ...account, transfers_enabled: true, payouts_enabled: true },
      created_at: world.ctx.clock.now(),
    })
    .execute()
}

async function insertVoice(
  world: World,
  index: number,
  voice: (typeof voices)[number],
): Promise<void> {
  const id = `voice_${index}`
  const talentId = voice.talent === null ? null : world.talents[voice.talent]!.id
  await world.ctx.db
    .insertInto('voices')
    .values({
      ...{ id, talent_id: talentId, name: id, locale: 'en-US', tier: voice.tier },
      ...{ category: 'general', description: '', made_by: 'nobody', engine: 'none' },
      ...{ engine_voice: 'none', state: 'ready', price_per_second_micros: voice.price },
      created_at: world.ctx.clock.now(),
    })
    .execute()
  world.voices.push(id)
}
