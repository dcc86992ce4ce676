/** Whether a recording shows that it was coded, by what, and how often: made-up speakers at 44.1 kHz, ffmpeg's encoders. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeWav, encodeWav, type Pcm, resample } from '../../packages/audio/index.ts'
import { type CodingTrace, codingTraces } from '../../packages/forensics/src/coding/traces.ts'
import { createRandom } from '../../packages/speech/src/conversion/random.ts'
import { inSession } from '../../scripts/speaker-model/session.ts'
import { percentile, round } from '../lib/report.ts'
import { dryRecordings, withBackground } from './origins.ts'

const RATE_HZ = 44_100
const SECONDS = 5
const coders = {
  mp3: ['libmp3lame', 'mp3'],
  aac: ['aac', 'm4a'],
  vorbis: ['libvorbis', 'ogg'],
  opus: ['libopus', 'opus'],
} as const

type Coding = readonly [codec: keyof typeof coders, kbps: number]

/** Once, and twice; before each coding a piece is cut off, since an editor's cut does not fall on the grid. */
const chains: readonly (readonly Coding[])[] = [
  [],
  [['mp3', 64]],
  [['mp3', 128]],
  [['aac', 64]],
  [['aac', 96]],
  [['vorbis', 80]],
  [['opus', 64]],
  [
    ['mp3', 64],
    ['mp3', 128],
  ],
  [
    ['mp3', 128],
    ['mp3', 128],
  ],
  [
    ['mp3', 128],
    ['mp3', 64],
  ],
  [
    ['aac', 64],
    ['aac', 96],
  ],
  [
    ['aac', 64],
    ['mp3', 128],
  ],
  [
    ['mp3', 64],
    ['aac', 96],
  ],
]

export async function codingTables(
  count: number,
): Promise<Record<string, Record<string, unknown>[]>> {
  const random = createRandom(31)
  const recordings = (await dryRecordings(count)).map((dry) => {
    const pcm = resample(inSession(dry, random), RATE_HZ)
    const cut = { ...pcm, samples: pcm.samples.slice(0, SECONDS * RATE_HZ) }
    return withBackground(cut, random, -50 - 15 * random.uniform())
  })
  const folder = mkdtempSync(join(tmpdir(), 'viva-voce-codings-'))
  try {
    const rows = chains.map((chain) => {
      const all = recordings.map((pcm) =>
        codingTraces(
          chain.reduce(
            (sound, coding) => through(folder, sound, coding, random.uniform()),
            decodeWav(encodeWav(pcm)).pcm,
          ),
        ),
      )
      return rowOf(chain, all)
    })
    return { 'traces of codings': rows }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function rowOf(chain: readonly Coding[], all: readonly CodingTrace[][]) {
  const percent = (fits: (traces: CodingTrace[]) => boolean) =>
    round((100 * all.filter(fits).length) / all.length, 1)
  const last = chain.at(-1)?.[0]
  const first = all.flatMap((traces) => traces[0]?.prominence ?? [])
  const wanted = chain.map(([codec]) => codec).sort()
  return {
    coded: chain.map(([codec, kbps]) => `${codec} ${kbps}`).join(', then ') || 'never',
    recordings: all.length,
    'any trace %': percent((traces) => traces.length > 0),
    'the last codec %': percent((traces) => traces.some(({ codec }) => codec === last)),
    'two traces %': percent((traces) => traces.length > 1),
    'just these %': percent(
      (traces) =>
        traces
          .map(({ codec }) => codec)
          .sort()
          .join() === wanted.join(),
    ),
    'prominence, 50 %': first.length > 0 ? round(percentile(first, 0.5), 1) : null,
  }
}

function through(folder: string, pcm: Pcm, [codec, kbps]: Coding, share: number): Pcm {
  const [encoder, extension] = coders[codec]
  const [from, coded, to] = ['from.wav', `coded.${extension}`, 'to.wav'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const cut = Math.round(2_000 * share)
  writeFileSync(from, encodeWav({ ...pcm, samples: pcm.samples.slice(cut) }))
  const run = (args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])
  run(['-i', from, '-c:a', encoder, '-b:a', `${kbps}k`, coded])
  run(['-i', coded, '-ar', String(RATE_HZ), '-c:a', 'pcm_s16le', to])
  return decodeWav(readFileSync(to)).pcm
}
