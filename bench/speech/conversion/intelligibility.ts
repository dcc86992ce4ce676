/**
 * Word error rate of a recogniser (Debian's pocketsphinx with its en-us model, a process of its own) on the
 * base and on what conversion makes of it. All sentences go in as one file with pauses; the words that come out are
 * aligned with those that went in as a whole, so it does not matter where the recogniser breaks off.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  concatenate,
  encodeWav,
  type Pcm,
  resample,
  silence,
} from '../../../packages/audio/index.ts'

const PROGRAM = 'pocketsphinx_continuous'
const RATE_HZ = 16_000
const PAUSE_SECONDS = 1
/** Both go in at the same peak: a recogniser's noise gate hears level, and conversion keeps it. */
const PEAK = 0.5

export function hasRecogniser(): boolean {
  try {
    execFileSync('which', [PROGRAM])
    return true
  } catch {
    console.error(
      `intelligibility left out: ${PROGRAM} is not installed (apt install pocketsphinx)`,
    )
    return false
  }
}

/** Word errors (substituted, left out, put in) over words said, in percent. */
export function wordErrorPercent(recordings: readonly Pcm[], texts: readonly string[]): number {
  const pause = silence(PAUSE_SECONDS, RATE_HZ)
  const joined = concatenate([
    pause,
    ...recordings.flatMap((pcm) => [level(resample(pcm, RATE_HZ)), pause]),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'vv-heard-'))
  try {
    const file = join(folder, 'speech.wav')
    writeFileSync(file, encodeWav(joined))
    const heard = execFileSync(PROGRAM, ['-infile', file, '-logfn', '/dev/null'], {
      encoding: 'utf8',
    })
    const said = wordsOf(texts.join(' '))
    return (100 * editDistance(said, wordsOf(heard))) / said.length
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function level({ samples, sampleRateHz }: Pcm): Pcm {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9)
  return { samples: samples.map((sample) => (sample * PEAK) / peak), sampleRateHz }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z']+/g) ?? []
}

/** V. Levenshtein 1966, over words. */
function editDistance(a: readonly string[], b: readonly string[]): number {
  let before = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min(before[j - 1]! + cost, before[j]! + 1, row[j - 1]! + 1)
    }
    before = row
  }
  return before[b.length]!
}
