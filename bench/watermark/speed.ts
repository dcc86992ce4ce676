/** Processor time of one thread for embedding and reading, by length and sampling rate. */
import type { Pcm } from '../../packages/audio/index.ts'
import {
  detectMarks,
  embed,
  testPayload,
  type WatermarkKey,
} from '../../packages/watermark/index.ts'
import { percentile, round } from '../lib/report.ts'
import type { Clip } from './corpus.ts'

/** Timed runs, after one to warm up; fewer where a run is long. */
const RUNS = 5
const RUNS_LONG = 2
const LONG_SECONDS = 10
const LENGTHS_SECONDS = [1, 2, 5, 10, 28, 60]

/** Times real time, the median of several runs: one clip of each sampling rate, over and over to each length. */
export function speed(clips: readonly Clip[], key: WatermarkKey): Record<string, unknown>[] {
  const rates = [...new Set(clips.map(({ pcm }) => pcm.sampleRateHz))].toSorted((a, b) => a - b)
  return rates.flatMap((rateHz) => {
    const clip = clips.findLast(({ pcm }) => pcm.sampleRateHz === rateHz)!
    return LENGTHS_SECONDS.map((seconds) => ({ rateHz, ...speedOf(clip, seconds, key) }))
  })
}

function speedOf({ pcm, payload }: Clip, seconds: number, key: WatermarkKey) {
  const host = repeatedTo(pcm, seconds)
  const marked = embed(host, { ...key, payload }).pcm
  const times = (work: () => unknown) => {
    const runs = seconds >= LONG_SECONDS ? RUNS_LONG : RUNS
    return round(seconds / processorSeconds(work, runs), 0)
  }
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

function processorSeconds(work: () => unknown, runs: number): number {
  const times: number[] = []
  for (let run = 0; run <= runs; run++) {
    const before = process.threadCpuUsage()
    work()
    const used = process.threadCpuUsage(before)
    if (run > 0) times.push((used.user + used.system) / 1e6)
  }
  return percentile(times, 0.5)
}
