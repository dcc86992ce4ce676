import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rules } from './model/rules.ts'
import { type RandomRuns, randomRuns } from './model/run.ts'
import type { EmptyDatabase } from './model/world.ts'
import { cloneDatabase, testEnvironment } from './setup/test-server.ts'

// The model and its commands stand in ./model; docs/decisions/0031 says what it is and what it leaves out.

const minutesMs = 60_000

async function openDatabase(): Promise<EmptyDatabase> {
  const { url, drop } = await cloneDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-model-'))
  return {
    url,
    environment: testEnvironment(url, dataDir),
    async drop() {
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

test('over 20,000 random commands, the database holds what the rules say after each of them', {
  timeout: 20 * minutesMs,
}, async () => {
  const commands = 20_000
  const { executed, tally } = await randomRuns({ commands, seed: randomInt(2 ** 30), openDatabase })
  expect(executed).toBeGreaterThanOrEqual(commands)
  // A kind of command that never comes, or never ends well, would prove nothing.
  for (const name of names) expect(tally.get(`${name}: done`), name).toBeGreaterThan(0)
})

const names = [
  ...['top up', 'synthesize', 'fail', 'verify', 'freeze', 'thaw', 'release', 'refund'],
  ...['refund to the card', 'dispute', 'dispute ends', 'payout', 'payout reversed', 'month end'],
]

type Plant = NonNullable<RandomRuns['plant']>

/** Has the database change what the product writes, as a wrong rule in it would. */
const inDatabase =
  (table: string, change: string): Plant =>
  async (_, real) => {
    await real.books.query(
      `create function planted() returns trigger language plpgsql as $$ begin ${change} return new; end $$`,
    )
    await real.books.query(
      `create trigger planted before insert on ${table} for each row execute function planted()`,
    )
  }

const isAccount = (kind: string) =>
  `(select kind from ledger_accounts where id = new.account_id) = '${kind}'`

const faults: [string, Plant][] = [
  [
    'a talent gets a millionth of a euro less of each sale, and the platform more',
    inDatabase(
      'ledger_postings',
      `if (select kind from ledger_transactions where id = new.transaction_id) = 'release'
          and exists (select from ledger_accounts where kind = 'talent_payable') then
        if ${isAccount('talent_payable')} then new.amount_micros := new.amount_micros - 1; end if;
        if ${isAccount('platform_revenue')} and new.line = 2 then new.amount_micros := new.amount_micros + 1; end if;
      end if;`,
    ),
  ],
  [
    'a payment is held for a second less',
    inDatabase('escrows', `new.hold_until := new.hold_until - interval '1 second';`),
  ],
  [
    'the wallet holds a millionth of a euro too little',
    inDatabase('wallet_holds', 'new.amount_micros := new.amount_micros - 1;'),
  ],
  [
    'the talent’s share is 71 %',
    async (model) => {
      model.rules = { ...rules, talentShare: 71n }
    },
  ],
]

test.each(faults)(
  'a planted fault is found and told with its seed and path: %s',
  { timeout: 5 * minutesMs },
  async (_, plant) => {
    const options = {
      commands: 1_000,
      seed: 5,
      openDatabase,
      plant,
      runLength: 200,
      shrinkMs: 2_000,
    }
    const told = await messageOf(randomRuns(options))
    const [, seed, path] = /seed: (-?\d+), path: "([\d:]+)"/.exec(told) ?? []
    const [, replayPath] = /replayPath="([^"]+)"/.exec(told) ?? []
    expect(told).toMatch(/the model and the database disagree|the model expects/)
    const replay = { path: path!, replayPath: replayPath! }
    const again = await messageOf(
      randomRuns({ ...options, seed: Number(seed), replay, shrinkMs: 0 }),
    )
    expect(again).toContain(`seed: ${seed}, path: "${path}"`)
    // Without the fault, the same commands pass.
    await randomRuns({ commands: 1, seed: Number(seed), openDatabase, runLength: 200, replay })
  },
)

async function messageOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Error)) throw new Error('nothing was found')
  return error.message
}
