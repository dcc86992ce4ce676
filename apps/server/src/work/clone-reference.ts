/** What a cloning model speaks as: the clearest of a talent's recordings. */
import {
  concatenate,
  decodeAudio,
  durationSeconds,
  fadeEdges,
  type Pcm,
  silence,
  trimSilence,
} from '@viva-voce/audio'
import { baseSentences, REFERENCE_SECONDS } from '@viva-voce/speech'
import type { RecordingUse, TaskRecording } from './training-protocol.ts'

/** The rate of the cloning models, and of everything that leaves. */
const sampleRateHz = 24_000
const decodeBounds = { maxSeconds: 15 * 60, maxBytes: 32 * 2 ** 20, timeoutMs: 120_000 }
/** As between sentences that are spoken. */
const pauseSeconds = 0.3
const trim = { thresholdDb: -40, keepSeconds: 0.06 }
const fadeSeconds = 0.005

/** Speech to speak as, REFERENCE_SECONDS long. */
export interface Reference {
  /** Places of the recordings that it is made from. */
  indexes: number[]
  /** What is said in it; null where it is not known. */
  text: string | null
  pcm: Pcm
}

/**
 * The places of the recordings that may serve, the clearest (highest signal to noise) first: those that the voice was
 * trained with and not measured on; where the text must be known, only sentences of the script.
 */
export function referenceOrder(
  recordings: readonly TaskRecording[],
  uses: readonly RecordingUse[],
  needsText: boolean,
): number[] {
  return [...recordings.keys()]
    .filter((index) => uses[index]!.use === 'script' || (uses[index]!.use === 'free' && !needsText))
    .sort((a, b) => recordings[b]!.snrDb - recordings[a]!.snrDb || a - b)
}

/**
 * The first of the recordings, and where it is too short the next ones after it, without the silence around them.
 * A recording that is too long is cut where its text need not be known, else left out. Null when there is too little.
 */
export async function readReference(
  order: readonly number[],
  task: { locale: string; uses: readonly RecordingUse[]; needsText: boolean },
  read: (index: number) => Promise<Uint8Array>,
): Promise<Reference | null> {
  const { least, most } = REFERENCE_SECONDS
  const taken: { index: number; pcm: Pcm }[] = []
  let seconds = 0
  for (const index of order) {
    if (seconds >= least) break
    const { pcm: whole } = await decodeAudio(await read(index), { sampleRateHz, ...decodeBounds })
    const clear = trimSilence(whole, trim)
    const pause = taken.length > 0 ? pauseSeconds : 0
    const left = most - seconds - pause
    if (task.needsText && durationSeconds(clear) > left) continue
    const pcm = fadeEdges(firstSeconds(clear, left), fadeSeconds)
    taken.push({ index, pcm })
    seconds += pause + durationSeconds(pcm)
  }
  if (seconds < least) return null
  const script = baseSentences(task.locale)
  const sentences = taken.map(({ index }) => script[task.uses[index]!.sentence! - 1])
  return {
    indexes: taken.map(({ index }) => index),
    text: task.needsText ? sentences.join(' ') : null,
    pcm: joined(taken.map(({ pcm }) => pcm)),
  }
}

function firstSeconds({ samples, sampleRateHz: rate }: Pcm, seconds: number): Pcm {
  return { samples: samples.subarray(0, Math.floor(seconds * rate)), sampleRateHz: rate }
}

function joined(pieces: readonly Pcm[]): Pcm {
  const pause = silence(pauseSeconds, sampleRateHz)
  return concatenate(pieces.flatMap((piece, place) => (place > 0 ? [pause, piece] : [piece])))
}
