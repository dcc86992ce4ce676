/** Processor time of one thread for embedding and reading, by length. */
import {
  detectMarks,
  embed,
  testPayload,
  type WatermarkKey,
} from '../../packages/watermark/index.ts'
import { percentile, round } from '../lib/report.ts'
import type { Clip } from './corpus.ts'

const RUNS = 5

/** Times real time, the median of RUNS runs over clips of each length; one run before to warm up. */
export function speed(clips: readonly Clip[], key: WatermarkKey): Record<string, unknown>[] {
  const lengths = [...new Set(clips.map(({ seconds }) => seconds))]
  return lengths.map((seconds) => {
    const clip = clips.find((each) => each.seconds === seconds)!
    const { payload } = clip
    const marked = embed(clip.pcm, { ...key, payload }).pcm
    const times = (work: () => unknown) => round(seconds / processorSeconds(work), 0)
    return {
      seconds,
      'embed, × real time': times(() => embed(clip.pcm, { ...key, payload })),
      'read marked': times(() => detectMarks(marked, { keys: [key] })),
      'read unmarked': times(() => detectMarks(clip.pcm, { keys: [key] })),
      'test one payload, unmarked': times(() => testPayload(clip.pcm, { keys: [key], payload })),
    }
  })
}

function processorSeconds(work: () => unknown): number {
  const times: number[] = []
  for (let run = 0; run <= RUNS; run++) {
    const before = process.cpuUsage()
    work()
    const used = process.cpuUsage(before)
    if (run > 0) times.push((used.user + used.system) / 1e6)
  }
  return percentile(times, 0.5)
}
