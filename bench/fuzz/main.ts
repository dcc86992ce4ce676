/**
 * Malformed files through decoder and detector: every one must end in an answer or a refusal.
 * `npm run bench -- fuzz [files=2000] [seed]`; ends with 1 when one does not.
 */
import { fuzzDetector } from '../../apps/server/tests/setup/fuzz.ts'
import { report, round } from '../lib/report.ts'

const [count = 2_000, seed = 20_261_121] = process.argv.slice(2).map(Number)
console.log(`${count} files, seed ${seed}`)
const startedMs = performance.now()
const outcome = await fuzzDetector(count, seed, (done, { ends, crashes }) => {
  if (done % 100 === 0) console.log(done, JSON.stringify(ends), `${crashes.length} crashes`)
})
report('fuzz', {
  'How they ended': Object.entries(outcome.ends).map(([end, files]) => ({ end, files })),
  'What it took': [
    {
      files: count,
      seed,
      crashes: outcome.crashes.length,
      connections: outcome.connections,
      claims: outcome.claims,
      'longest (s)': round(outcome.longestMs / 1000),
      longest: outcome.longestName,
      'own memory (MiB)': Math.round(outcome.ownMiB),
      'decoder memory (MiB)': Math.round(outcome.decoderMiB),
      'all (s)': Math.round((performance.now() - startedMs) / 1000),
    },
  ],
})
for (const crash of outcome.crashes) console.error(crash)
const isSound = outcome.crashes.length + outcome.connections + outcome.claims === 0
process.exitCode = isSound ? 0 : 1
