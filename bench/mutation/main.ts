/**
 * bench/mutation: changes each rule of packages/money once (a comparison, a number, an operator, a branch) and runs
 * its tests against every change. A mutant that no test notices ends it with 1.
 * Usage: npm run bench -- mutation [--file split.ts]
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { report } from '../lib/report.ts'
import { type Mutant, mutantsOf } from './mutants.ts'

const { values } = parseArgs({ options: { file: { type: 'string' } } })
/** The copy that is changed; inside the repository, where it finds its dependencies. */
const copy = join(import.meta.dirname, '../out/mutants')
const folder = join(import.meta.dirname, '../../packages/money')
rmSync(copy, { recursive: true, force: true })
cpSync(folder, copy, { recursive: true })
const files = readdirSync(join(copy, 'src')).filter((name) => {
  return name.endsWith('.ts') && !name.endsWith('.test.ts') && (values.file ?? name) === name
})

const rounding =
  'return dividend >= 0n ? (dividend + half) / divisor : -((-dividend + half) / divisor)'
const least = 'return price < minimumNetMicros ? minimumNetMicros : price'
/** Lines that mean the same as before, and why. */
const equivalent = new Map([
  [rounding.replace('>= 0n', '> 0n'), 'zero rounds to zero from either side'],
  [rounding.replace('>= 0n', '>= 1n'), 'zero rounds to zero from either side'],
  [least.replace('<', '<='), 'a price of the minimum is the minimum'],
])

/** Whether the copy's tests fail. */
async function isKilled(): Promise<boolean> {
  const vitest = await startVitest('test', [], {
    root: copy,
    config: false,
    watch: false,
    bail: 1,
    reporters: [{}],
  })
  const files = vitest.state.getFiles()
  await vitest.close()
  process.exitCode = 0
  if (files.length === 0) throw new Error('no test ran')
  return files.some(({ result }) => result?.state !== 'pass')
}

if (await isKilled()) throw new Error('the tests fail without any change')
const rows = []
const survivors: (Pick<Mutant, 'line' | 'was' | 'became'> & { file: string })[] = []
for (const file of files) {
  const path = join(copy, 'src', file)
  const original = readFileSync(path, 'utf8')
  const mutants = mutantsOf(original)
  let killed = 0
  let excused = 0
  for (const { line, was, became, source } of mutants) {
    if (equivalent.has(became)) {
      excused++
      continue
    }
    writeFileSync(path, source)
    if (await isKilled()) killed++
    else survivors.push({ file, line, was, became })
  }
  writeFileSync(path, original)
  const survived = mutants.length - killed - excused
  rows.push({ file, mutants: mutants.length, killed, equivalent: excused, survived })
}
report('mutation', { 'mutants of packages/money': rows, survivors })
process.exitCode = survivors.length > 0 ? 1 : 0
rmSync(copy, { recursive: true })
