/** Processor time of one thread for embedding and reading, by length and sampling rate. */
import type { Pcm } from '../../packages/audio/index.ts'
import {
  detectMarks,
  embed,
  testPayload,
  type WatermarkKey,
} from '../../packages/watermark/index.ts'
import { round } from '../lib/report.ts'
import type { Clip } from './corpus.ts'

/** Timed together, since a kernel may count processor time in steps of 4 ms: a 2 s clip is marked in two of them. */
const LEAST_TIMED_SECONDS = 0.8
/** As in a worker, which has marked before. */
const WARM_UP_SECONDS = 0.4
const LENGTHS_SECONDS = [1, 2, 5, 10, 28, 60]

/** Times real time, the mean of as many runs as take a while: one clip of each sampling rate, over and over to each length. */
export function speed(clips: readonly Clip[], key: WatermarkKey): Record<string, unknown>[] {
  const rates = [...new Set(clips.map(({ pcm }) => pcm.sampleRateHz))].toSorted((a, b) => a - b)
  return rates.flatMap((rateHz) => {
    const clip = clips.findLast(({ pcm }) => pcm.sampleRateHz === rateHz)!
    return LENGTHS_SECONDS.map((seconds) => ({ rateHz, ...speedOf(clip, seconds, key) }))
  })
}

/** Times real time of reading each clip of a length without its mark: all together, and the one that took longest. */
export function unmarkedSpeed(
  clips: readonly Clip[],
  key: WatermarkKey,
): Record<string, unknown>[] {
  const bySeconds = Map.groupBy(clips, ({ seconds }) => seconds)
  return Array.from(bySeconds, ([seconds, group]) => {
    const taken = group.map(({ pcm }) => processorSeconds(() => detectMarks(pcm, { keys: [key] })))
    return {
      seconds,
      clips: group.length,
      together: round((seconds * group.length) / taken.reduce((a, b) => a + b), 0),
      slowest: round(seconds / Math.max(...taken), 0),
    }
  })
}

function speedOf({ pcm, payload }: Clip, seconds: number, key: WatermarkKey) {
  const host = repeatedTo(pcm, seconds)
  const marked = embed(host, { ...key, payload }).pcm
  const times = (work: () => unknown) => round(seconds / processorSeconds(work), 0)
  return {
    seconds,
    'embed, × real time': times(() => embed(host, { ...key, payload })),
    'read marked': times(() => detectMarks(marked, { keys: [key] })),
    'read unmarked': times(() => detectMarks(host, { keys: [key] })),
    'test one payload, unmarked': times(() => testPayload(host, { keys: [key], payload })),
  }
}

function repeatedTo({ samples, sampleRateHz }: Pcm, seconds: number): Pcm {
  const length = Math.round(seconds * sampleRateHz)
  const repeated = Float32Array.from({ length }, (_, n) => samples[n % samples.length]!)
  return { samples: repeated, sampleRateHz }
}

function processorSeconds(work: () => unknown): number {
  timed(work, WARM_UP_SECONDS)
  return timed(work, LEAST_TIMED_SECONDS)
}

/** Seconds a run, over as many as take `atLeast` seconds. */
function timed(work: () => unknown, atLeast: number): number {
  const before = process.threadCpuUsage()
  for (let runs = 1; ; runs++) {
    work()
    const { user, system } = process.threadCpuUsage(before)
    const seconds = (user + system) / 1e6
    if (seconds >= atLeast) return seconds / runs
  }
}
