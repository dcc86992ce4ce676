/**
 * `npm test`: static checks, then unit, sandbox and server tests, then the journeys in a real browser.
 * `npm test -- <word>` runs only the checks, test files and journeys whose name holds the word.
 * The last line is `N passed, N failed`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks, runChecks } from './lib/checks.ts'
import { runNode } from './lib/run.ts'
import { chromium, espeak, ffmpeg, installMissing, pathOf } from './lib/system-tools.ts'
import { buildWebWhenStale } from './lib/web-build.ts'

interface Tally {
  passed: number
  failed: number
}

const word = process.argv[2] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'viva-voce-results-'))

const missing = await installMissing([ffmpeg, espeak, chromium])
if (missing) console.log(missing)
const tallies = [await staticChecks(), await vitest(), await journeys()]
rmSync(folder, { recursive: true, force: true })

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
if (passed + failed === 0) console.log(`No check or test has "${word}" in its name.`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

function staticChecks(): Promise<Tally> {
  return runChecks(checks.filter((check) => check.name.includes(word)))
}

async function vitest(): Promise<Tally> {
  const file = join(folder, 'vitest.json')
  const { code } = await runNode(
    'node_modules/vitest/vitest.mjs',
    [
      ...['run', '--passWithNoTests', '--reporter=default', '--reporter=json'],
      `--outputFile.json=${file}`,
      ...(word ? [word] : []),
    ],
    { echo: true },
  )
  const result = readJson<{ numPassedTests: number; numFailedTests: number }>(file)
  return tallyOf(code, result?.numPassedTests, result?.numFailedTests)
}

async function journeys(): Promise<Tally> {
  const file = join(folder, 'playwright.json')
  await buildWebWhenStale()
  const { code } = await runNode(
    'node_modules/@playwright/test/cli.js',
    ['test', '--pass-with-no-tests', ...(word ? [word] : [])],
    { echo: true, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM_PATH: chromiumPath() } },
  )
  const stats = readJson<{ stats: { expected: number; unexpected: number; flaky: number } }>(
    file,
  )?.stats
  return tallyOf(code, stats?.expected, stats && stats.unexpected + stats.flaky)
}

function chromiumPath(): string {
  try {
    return pathOf(chromium)
  } catch {
    return '/usr/bin/chromium'
  }
}

/** A runner that fails without failing a test has failed all the same. */
function tallyOf(code: number, passed = 0, failed = 0): Tally {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return null
  }
}
