/** The signs of a recording's past, on recordings with and without one. All are made from made-up speakers in drawn conditions. */
import {
  concatenate,
  decodeAudio,
  encodeAudio,
  type Pcm,
  resample,
} from '../../packages/audio/index.ts'
import { type OriginSigns, originSigns } from '../../packages/forensics/src/origin.ts'
import { createRandom } from '../../packages/speech/src/conversion/random.ts'
import { inRoom, inSession } from '../../scripts/speaker-model/session.ts'
import { makeSpeakers, say, sentencesOf } from '../../scripts/speaker-model/voices.ts'
import { percentile, round } from '../lib/report.ts'
import { equalErrorRate, ratesAt } from './rates.ts'

const RATE_HZ = 16_000

export async function originTables(
  count: number,
): Promise<Record<string, Record<string, unknown>[]>> {
  const random = createRandom(5)
  const dry = await dryRecordings(count)
  const plain = dry.map((pcm) =>
    withBackground(inSession(pcm, random), random, -50 - 15 * random.uniform()),
  )
  const splices = dry.map((pcm, i) => spliced(pcm, i, random))
  const coded = await allThrough(plain, 'mp3')
  const twice = await allThrough(coded, 'opus')
  const narrow = plain.map((pcm) => resample(resample(pcm, 11_025), RATE_HZ))
  const gated = plain.map((pcm, i) => gate(pcm, dry[i]!))
  const replayed = dry.map((pcm) =>
    withBackground(
      smallLoudspeaker({ samples: inRoom(pcm.samples, random, 0.4, 0.5), sampleRateHz: RATE_HZ }),
      random,
      -50,
    ),
  )
  const of = (some: Pcm[]) => some.map(originSigns)
  const honest = of(plain)
  const step = ({ floorStepDb }: OriginSigns) => floorStepDb
  const row = (
    sign: string,
    past: string,
    made: OriginSigns[],
    figure: (signs: OriginSigns) => number | null,
  ) => {
    const told = (some: OriginSigns[], half?: number) =>
      some
        .filter((_, i) => half === undefined || i % 2 === half)
        .map(figure)
        .filter((value) => value !== null)
    const [without, withIt] = [told(honest), told(made)]
    // equalErrorRate takes higher scores for the genuine.
    const eer = equalErrorRate(withIt, without)
    const { threshold } = equalErrorRate(told(made, 0), told(honest, 0))
    const held = ratesAt(told(made, 1), told(honest, 1), threshold)
    return {
      sign,
      past,
      recordings: `${without.length} + ${withIt.length}`,
      'without 50 %': round(percentile(without, 0.5), 2),
      'without 95 %': round(percentile(without, 0.95), 2),
      'with 5 %': round(percentile(withIt, 0.05), 2),
      'with 50 %': round(percentile(withIt, 0.5), 2),
      'EER %': round(eer.percent, 1),
      'limit of one half': round(threshold, 2),
      'other half, missed %': round(held.miss, 1),
      'other half, false alarms %': round(held.falseAlarm, 1),
    }
  }
  return {
    'signs of a recording’s past': [
      row('floor step dB', 'spliced from two rooms', of(splices.map(({ pcm }) => pcm)), step),
      ...[1, 3, 6].map((leastDb) =>
        row(
          'floor step dB',
          `that, backgrounds ${leastDb} dB apart or more`,
          of(splices.filter(({ changeDb }) => changeDb >= leastDb).map(({ pcm }) => pcm)),
          step,
        ),
      ),
      row('band edge dB', 'MP3 128 kbit/s', of(coded), ({ bandEdgeDb }) => bandEdgeDb),
      row('band edge dB', 'MP3, then Opus', of(twice), ({ bandEdgeDb }) => bandEdgeDb),
      row('band edge dB', 'through 11,025 Hz', of(narrow), ({ bandEdgeDb }) => bandEdgeDb),
      row(
        'digital silence',
        'noise gate',
        of(gated),
        ({ digitalSilenceShare }) => digitalSilenceShare,
      ),
      row('no low end dB', 'replayed by a small loudspeaker', of(replayed), ({ lowEndDb }) =>
        lowEndDb === null ? null : -lowEndDb,
      ),
    ],
  }
}

/** Two halves of a sentence list, each with a background of its own, every other one with a room for the second. */
function spliced(pcm: Pcm, i: number, random: ReturnType<typeof createRandom>) {
  const at = Math.floor(pcm.samples.length / 2)
  const half = (from: number, to: number) => ({
    samples: pcm.samples.slice(from, to),
    sampleRateHz: RATE_HZ,
  })
  const [firstDb, secondDb] = [0, 0].map(() => -48 - 17 * random.uniform()) as [number, number]
  const halves = [
    withBackground(half(0, at), random, firstDb),
    withBackground(inRoom2(half(at, pcm.samples.length), random, i), random, secondDb),
  ]
  return { pcm: concatenate(halves), changeDb: Math.abs(firstDb - secondDb) }
}

/** Made-up speakers reading four sentences each, with pauses of exact silence, at 16 kHz. */
export async function dryRecordings(count: number): Promise<Pcm[]> {
  const sentences = sentencesOf('test').get('en')!
  const all: Pcm[] = []
  for (const [i, speaker] of makeSpeakers(
    'test',
    { flite: count / 2, espeak: count / 2 },
    9,
  ).entries()) {
    const parts: Pcm[] = []
    for (let k = 0; k < 4; k++) {
      parts.push(await say(speaker, sentences[(3 * i + k) % sentences.length]!, 'en'))
      parts.push({ samples: new Float32Array(0.4 * RATE_HZ), sampleRateHz: RATE_HZ })
    }
    all.push(concatenate(parts))
  }
  return all
}

/** With white noise of a level in dBFS. */
export function withBackground(pcm: Pcm, random: ReturnType<typeof createRandom>, db: number): Pcm {
  const gain = 10 ** (db / 20)
  return { ...pcm, samples: pcm.samples.map((value) => value + gain * random.normal()) }
}

function inRoom2(pcm: Pcm, random: ReturnType<typeof createRandom>, i: number): Pcm {
  return i % 2 === 0 ? pcm : { ...pcm, samples: inRoom(pcm.samples, random, 0.3, 0.3) }
}

/** One after the other: a busy machine would take longer over all at once than an encoder may. */
async function allThrough(all: readonly Pcm[], format: 'mp3' | 'opus'): Promise<Pcm[]> {
  const made: Pcm[] = []
  for (const pcm of all) made.push(await through(pcm, format))
  return made
}

async function through(pcm: Pcm, format: 'mp3' | 'opus'): Promise<Pcm> {
  const file = await encodeAudio(resample(pcm, 24_000), { format })
  const { pcm: decoded } = await decodeAudio(file.bytes, {
    sampleRateHz: 24_000,
    maxSeconds: 600,
    maxBytes: 1e8,
    timeoutMs: 60_000,
  })
  return decoded
}

/** Closes where the dry speech is silent. */
function gate(pcm: Pcm, dry: Pcm): Pcm {
  const samples = pcm.samples.slice()
  const frame = 320
  for (let from = 0; from + frame <= samples.length; from += frame) {
    if (dry.samples.subarray(from, from + frame).every((value) => Math.abs(value) < 1e-4))
      samples.fill(0, from, from + frame)
  }
  return { ...pcm, samples }
}

/** Third-order high-pass at 300 Hz: the loudspeaker of a telephone. */
function smallLoudspeaker(pcm: Pcm): Pcm {
  let samples = pcm.samples
  const pole = Math.exp((-2 * Math.PI * 300) / RATE_HZ)
  for (let order = 0; order < 3; order++) {
    let [x1, y] = [0, 0]
    samples = samples.map((x) => {
      y = pole * (y + x - x1)
      x1 = x
      return y
    })
  }
  return { ...pcm, samples }
}
