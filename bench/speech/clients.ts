/** Speech through the real API process: load by 1 to 32 clients, the first bytes of a stream, memory over many syntheses. */
import { existsSync, readFileSync } from 'node:fs'
import { type LoadResult, load } from '../api/load.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { percentile, round } from '../lib/report.ts'
import { sentence } from './texts.ts'

const voiceId = 'premium_en_us_001'
const streams = 30
/** The first syntheses fill caches and pools; the slope is taken behind them. */
const warmUpSyntheses = 300
const sampleEvery = 100
/** A developer's credit is enough for about as many. */
const perDeveloper = 200

export interface ClientTables {
  load: LoadResult[]
  firstBytes: Record<string, unknown>[]
  memory: Record<string, unknown>[]
  slope: Record<string, unknown>[]
}

export async function clientTables(options: {
  durationSeconds: number
  syntheses: number
}): Promise<ClientTables> {
  const product = await startProduct()
  try {
    const loads: LoadResult[] = []
    for (const clients of [1, 2, 8, 32]) {
      const send = await sender(product, { text: ten })
      const { durationSeconds } = options
      loads.push(await load({ name: '/v1/synthesize', clients, durationSeconds, send }))
    }
    const firstBytes = [await firstByteRow(product)]
    const memory = await memoryRows(product, options.syntheses)
    return { load: loads, firstBytes, memory, slope: [slopeRow(memory)] }
  } finally {
    await product.stop()
  }
}

const ten = sentence('en', 1)

async function sender(product: Product, body: object): Promise<() => Promise<Response>> {
  const { key } = await product.makeDeveloper()
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const whole = JSON.stringify({ voice_id: voiceId, usage: 'demo', ...body })
  return () => fetch(`${product.url}/v1/synthesize`, { method: 'POST', headers, body: whole })
}

async function firstByteRow(product: Product): Promise<Record<string, unknown>> {
  const send = await sender(product, { text: sentence('en'), stream: true })
  const times: number[] = []
  for (let run = 0; run < streams; run++) {
    const startedMs = performance.now()
    const reader = (await send()).body!.getReader()
    await reader.read()
    times.push(performance.now() - startedMs)
    while (!(await reader.read()).done);
  }
  const warm = times.slice(5)
  return {
    streams: warm.length,
    p50Ms: round(percentile(warm, 0.5)),
    p99Ms: round(percentile(warm, 0.99)),
  }
}

interface MemoryRow extends Record<string, unknown> {
  syntheses: number
  rssMiB: number
}

async function memoryRows(product: Product, syntheses: number): Promise<MemoryRow[]> {
  const rows: MemoryRow[] = [{ syntheses: 0, rssMiB: rssMiB(product.pid) }]
  let send = await sender(product, { text: ten })
  for (let done = 0; done < syntheses; done += sampleEvery) {
    if (done % perDeveloper === 0) send = await sender(product, { text: ten })
    for (let i = 0; i < sampleEvery; i += 2) await Promise.all([sound(send), sound(send)])
    rows.push({ syntheses: done + sampleEvery, rssMiB: rssMiB(product.pid) })
  }
  return rows
}

async function sound(send: () => Promise<Response>): Promise<void> {
  const answer = await send()
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`a synthesis was refused with ${answer.status}`)
}

/** Least squares over the rows behind the warm-up. */
function slopeRow(rows: MemoryRow[]): Record<string, unknown> {
  const used = rows.filter(({ syntheses }) => syntheses >= warmUpSyntheses)
  const mean = (of: (row: MemoryRow) => number) =>
    used.reduce((sum, row) => sum + of(row), 0) / used.length
  const x = mean((row) => row.syntheses)
  const y = mean((row) => row.rssMiB)
  const covariance = mean((row) => (row.syntheses - x) * (row.rssMiB - y))
  const slope = covariance / mean((row) => (row.syntheses - x) ** 2)
  return { fromSynthesis: warmUpSyntheses, kibPerSynthesis: round(slope * 1024, 2) }
}

function rssMiB(pid: number): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) throw new Error('the memory of a process is read from /proc, so on Linux')
  return round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))![1]) / 1024)
}
