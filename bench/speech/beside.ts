/**
 * How long a synthesis takes beside other work of the product: while the voices of the catalogue are heard after a
 * first start, alone, and while a voice is trained. One client, one call after the other, wall time.
 * Usage: node bench/speech/beside.ts [--calls 40]
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  createTrainingWork,
  type TrainingSupport,
} from '../../apps/server/src/work/training-work.ts'
import { concatenate, encodeWav } from '../../packages/audio/index.ts'
import { flite, readingScript } from '../../packages/speech/index.ts'
import { startProduct } from '../lib/product.ts'
import { percentile, report, round } from '../lib/report.ts'

const { values } = parseArgs({ options: { calls: { type: 'string', default: '40' } } })
const calls = Number(values.calls)
const text = 'The ferry leaves the harbour at seven every single morning.'
const trainedSentences = 20

const product = await startProduct({ HEAR_VOICES_AT_START: 'true' })
try {
  const { key } = await product.makeDeveloper()
  const rows = [await row('right after a first start', key), await row('alone, after it', key)]
  const training = await startTraining()
  rows.push(await row('while a voice is trained', key))
  await training.end()
  rows.push(await row('alone again', key))
  report('speech-beside', { 'a synthesis of ten words, one client': rows })
} finally {
  await product.stop()
}

async function row(when: string, key: string) {
  const whole: number[] = []
  const first: number[] = []
  for (let call = 0; call < calls; call++) {
    whole.push((await ask(key, false)).wholeMs)
    first.push((await ask(key, true)).firstMs)
  }
  return {
    when,
    p50Ms: round(percentile(whole, 0.5)),
    p95Ms: round(percentile(whole, 0.95)),
    firstByteP50Ms: round(percentile(first, 0.5)),
    firstByteP95Ms: round(percentile(first, 0.95)),
  }
}

async function ask(key: string, stream: boolean): Promise<{ firstMs: number; wholeMs: number }> {
  const startedMs = performance.now()
  const answer = await fetch(`${product.url}/v1/synthesize`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ text, voice_id: 'premium_en_us_001', usage: 'demo', stream }),
  })
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
  let firstMs = 0
  // A WAV header of its own may come before the first sound.
  let bytes = 0
  for await (const chunk of answer.body!) {
    bytes += chunk.length
    if (bytes > 200 && firstMs === 0) firstMs = performance.now() - startedMs
  }
  return { firstMs, wholeMs: performance.now() - startedMs }
}

/** Trains in threads as the worker's, over and over until it is ended. */
async function startTraining(): Promise<{ end(): Promise<void> }> {
  const script = readingScript('en-US')!.slice(0, trainedSentences)
  const files: Uint8Array[] = []
  for (const sentence of script) {
    const units = []
    for await (const { pcm } of flite.speak({ text: sentence, voice: 'kal16', speed: 1 }))
      units.push(pcm)
    files.push(encodeWav(concatenate(units)))
  }
  const tasks = '../../apps/server/src/work/training-tasks.ts'
  const work = createTrainingWork({
    filename: fileURLToPath(import.meta.resolve(tasks)),
    threads: 1,
  })
  const ended = new AbortController()
  const support: TrainingSupport = {
    recording: async (index) => files[index]!,
    keep: async () => {},
    progress: () => {},
    openCloner: () => {
      throw new Error('there is none')
    },
  }
  const task = {
    locale: 'en-US',
    recordings: script.map((_, i) => ({ fileName: `${i + 1}.wav`, speechSeconds: 3, snrDb: 30 })),
    checkpoint: null,
    cloner: null,
  }
  const running = (async () => {
    while (!ended.signal.aborted) await work.train(task, support, ended.signal)
  })().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error
  })
  return {
    async end() {
      ended.abort(new Error('enough'))
      await running
      await work.close()
    },
  }
}
