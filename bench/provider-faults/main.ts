/**
 * `npm run bench -- provider-faults`: random payments, refunds, disputes, reservations and onboardings while the
 * provider fails 20 % of its calls in each way, then how long until the auditor explains every cent.
 * `--operations N` (5000), `--seed N` repeats a run.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { report, round } from '../lib/report.ts'
import { runFaults } from './run.ts'

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
const operations = Number(values.operations)
const seed = Number(values.seed)
console.log(`seed ${seed}`)

const startedMs = performance.now()
const run = await runFaults(operations, seed)
report('provider-faults', {
  'Payments at 20 % faults of each kind': [
    {
      operations,
      ...run.outcomes,
      'unexplained objects': run.report.unexplained.length,
      'cents off': Number((run.report.ledgerCashMicros - run.report.providerCashMicros) / 10_000n),
      'settled after (s)': round(run.settledMs / 1_000),
      'in all (s)': round((performance.now() - startedMs) / 1_000),
      seed,
    },
  ],
})
