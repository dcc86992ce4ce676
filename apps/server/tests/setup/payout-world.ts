import { randomUUID } from 'node:crypto'
import { type Sandbox, startSandbox } from '@viva-voce/sandbox'
import { sql } from 'kysely'
import { releaseDue } from '../../src/domains/escrows/settle.ts'
import { payoutsByStripe } from '../../src/domains/payouts/by-stripe.ts'
import type { PayoutProvider } from '../../src/domains/payouts/provider.ts'
import { sendPayouts } from '../../src/domains/payouts/send.ts'
import { startPayouts } from '../../src/domains/payouts/start.ts'
import { papers, providerAt, submit, tell } from './payments.ts'
import { signUp, type TestPerson } from './people.ts'
import { insertTalent, insertVoice } from './rows.ts'
import { pass, type Sale, sell } from './sales.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export const adminEmail = 'ada@operator.example'
export const dayMs = 24 * 60 * 60 * 1000

export interface Seller extends TestPerson {
  email: string
  talentId: string
  voiceId: string
}

/** A server, a played provider with money, and accounts there that a test may give to talents. */
export async function startPayoutWorld() {
  const sandbox = await startSandbox()
  const server = await startTestServer(
    { ADMIN_EMAILS: adminEmail, PROMOTIONAL_CREDIT_CENTS: '10000' },
    'api',
  )
  const accounts = new Map<string, string>()
  const provider = payoutsByStripe(providerAt(sandbox, 2), async (talentIds) => {
    return new Map(talentIds.flatMap((id) => (accounts.has(id) ? [[id, accounts.get(id)!]] : [])))
  })
  await tell(sandbox, 'balance', { amount: 10_000_000 })
  return new PayoutWorld(sandbox, server, accounts, provider)
}

export class PayoutWorld {
  readonly sandbox: Sandbox
  readonly server: TestServer
  readonly accounts: Map<string, string>
  readonly provider: PayoutProvider
  #buyer!: TestPerson

  constructor(
    sandbox: Sandbox,
    server: TestServer,
    accounts: Map<string, string>,
    provider: PayoutProvider,
  ) {
    this.sandbox = sandbox
    this.server = server
    this.accounts = accounts
    this.provider = provider
  }

  async close(): Promise<void> {
    await this.server.close()
    await this.sandbox.close()
  }

  /** On the second of a new month, so that what a test sells belongs to one month; a new buyer with a full wallet. */
  async newMonth(): Promise<void> {
    await tell(this.sandbox, 'faults', {})
    this.#buyer = await signUp(this.server, 'developer')
    this.advanceTo(2)
    this.accounts.clear()
  }

  /** To nine o'clock on a day of the next month. */
  advanceTo(day: number): void {
    const now = this.server.clock.now()
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day, 9)
    this.server.clock.advance(next - now.getTime())
  }

  /** To the eighth of the next month: everything is released, and the month may be paid. */
  async toPayday(): Promise<void> {
    this.advanceTo(8)
    await releaseDue(this.server.ctx)
  }

  async newSeller(withAccount = true): Promise<Seller> {
    const email = `${randomUUID()}@example.com`
    const person = await signUp(this.server, 'talent', email)
    const talentId = await insertTalent(this.server, person, 'granted')
    if (withAccount) await this.onboard(talentId)
    return {
      ...person,
      email,
      talentId,
      voiceId: await insertVoice(this.server, 'ready', talentId),
    }
  }

  /** Takes a talent through the provider's onboarding. */
  async onboard(talentId: string): Promise<void> {
    const stripe = providerAt(this.sandbox)
    const { accountId } = await stripe.createAccount({
      ...{ talentId, email: 'tessa@talent.example', country: 'DE', idempotencyKey: talentId },
    })
    const link = await stripe.createOnboardingLink({
      accountId,
      returnUrl: 'http://localhost:1/return',
      refreshUrl: 'http://localhost:1/refresh',
      idempotencyKey: `${talentId}:link`,
    })
    await submit(link, papers)
    this.accounts.set(talentId, accountId)
  }

  /** Sells as much as earns a talent `earnedEur` or the least that is more. */
  async earn(seller: Seller, earnedEur: number, extraSamples = 0): Promise<Sale> {
    const samples = Math.ceil((earnedEur / 0.7 / 0.2) * 24_000) + extraSamples
    const sale = await sell(this.server, {
      developerId: this.#buyer.developerId!,
      ...{ voiceId: seller.voiceId, talentId: seller.talentId },
      ...{ seconds: samples / 24_000, pricePerSecondMicros: 200_000n },
    })
    await pass(this.server, sale)
    return sale
  }

  async pay(): Promise<{ started: number; settled: number }> {
    const started = await startPayouts(this.server.ctx, this.provider)
    return { started, settled: await sendPayouts(this.server.ctx, this.provider) }
  }

  nextDay() {
    this.server.clock.advance(dayMs)
    return this.pay()
  }

  payoutsOf({ talentId }: Seller) {
    return this.server.ctx.db
      .selectFrom('payouts')
      .selectAll()
      .where('talent_id', '=', talentId)
      .orderBy('id')
      .execute()
  }

  async statusesOf({ talentId }: Seller): Promise<string[]> {
    const rows = await this.server.ctx.db
      .selectFrom('royalties')
      .select('status')
      .where('talent_id', '=', talentId)
      .orderBy('id')
      .execute()
    return rows.map(({ status }) => status)
  }

  /** What the books say that a talent is owed, in micro-euro. */
  async payable({ talentId }: Seller): Promise<bigint> {
    const { rows } = await sql<{ micros: bigint }>`
      select coalesce(sum(amount_micros), 0)::bigint as micros from ledger_postings
      join ledger_accounts a on a.id = account_id
      where a.kind = 'talent_payable' and a.owner_id = ${talentId}`.execute(this.server.ctx.db)
    return rows[0]!.micros
  }

  /** What the talent's account at the provider has received, in cents. */
  async received(seller: Seller): Promise<number> {
    let cents = 0
    for (const row of await this.payoutsOf(seller)) {
      for (const transfer of await providerAt(this.sandbox).findTransfers(row.id)) {
        cents += transfer.amountCents - transfer.reversedCents
      }
    }
    return cents
  }
}
