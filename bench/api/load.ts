import { percentile, round } from '../lib/report.ts'

/** What a closed loop of clients measured. */
export type LoadResult = {
  name: string
  clients: number
  perSecond: number
  meanMs: number
  p50Ms: number
  p99Ms: number
  requests: number
  failed: number
}

/** `clients` loops that each send the next request when the last is answered, after a second of warming up. */
export async function load(options: {
  name: string
  clients: number
  durationSeconds: number
  send: () => Promise<Response>
}): Promise<LoadResult> {
  await run(options, 1)
  const startedMs = performance.now()
  const { times, failed } = await run(options, options.durationSeconds)
  const seconds = (performance.now() - startedMs) / 1000
  return {
    name: options.name,
    clients: options.clients,
    perSecond: round(times.length / seconds),
    meanMs: round(times.reduce((sum, ms) => sum + ms, 0) / times.length, 2),
    p50Ms: round(percentile(times, 0.5), 2),
    p99Ms: round(percentile(times, 0.99), 2),
    requests: times.length,
    failed,
  }
}

async function run(
  options: { clients: number; send: () => Promise<Response> },
  seconds: number,
): Promise<{ times: number[]; failed: number }> {
  const deadline = performance.now() + seconds * 1000
  const times: number[] = []
  let failed = 0
  const client = async () => {
    while (performance.now() < deadline) {
      const startedMs = performance.now()
      const answer = await options.send()
      await answer.arrayBuffer()
      times.push(performance.now() - startedMs)
      if (!answer.ok) failed++
    }
  }
  await Promise.all(Array.from({ length: options.clients }, client))
  return { times, failed }
}
