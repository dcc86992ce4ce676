/** Measures one voice in a process of its own, so that its memory is nobody else's; sends the figures to its parent. */
import { existsSync, readFileSync } from 'node:fs'
import {
  createEncoderStream,
  createMaster,
  durationSeconds,
  masterTarget,
  type Pcm,
} from '../../packages/audio/index.ts'
import {
  type CatalogueVoice,
  createNeuralEngine,
  findCatalogueVoice,
  speak,
} from '../../packages/speech/index.ts'
import { embed } from '../../packages/watermark/index.ts'
import { paragraph, sentence } from './texts.ts'

const key = new Uint8Array(32).fill(7)
const runs = 7
const [voiceId, modelsDir] = process.argv.slice(2)
const neural = modelsDir ? createNeuralEngine({ modelsDir }) : null
const voice = findCatalogueVoice(voiceId!) ?? neural?.catalogue().find(({ id }) => id === voiceId)
if (!voice) throw new Error(`no voice ${voiceId}`)

await bareMs(voice)
const bare = await least(() => bareMs(voice))
const firstAudioMs = (await least(() => firstAudio(voice))).ms
const pid = neural?.health().voices[0]?.pid
const ownMiB = process.resourceUsage().maxRSS / 1024
process.send!({
  engine: voice.engine.name,
  voice: voice.id,
  seconds: bare.seconds,
  bareMs: bare.ms,
  timesRealTime: (1000 * bare.seconds) / bare.ms,
  firstAudioMs,
  peakRssMiB: ownMiB + (pid ? peakRssMiB(pid) : 0),
})
await neural?.close()
process.disconnect()

async function least(measure: () => Promise<{ ms: number; seconds: number }>) {
  const all = []
  for (let run = 0; run < runs; run++) all.push(await measure())
  return all.reduce((best, one) => (one.ms < best.ms ? one : best))
}

/** The engine alone, with its own preparation of the text. */
async function bareMs({ engine, engineVoice, locale }: CatalogueVoice) {
  const startedMs = performance.now()
  let seconds = 0
  const text = paragraph(locale)
  for await (const { pcm } of engine.speak({ text, voice: engineVoice, speed: 1 })) {
    seconds += durationSeconds(pcm)
  }
  return { ms: performance.now() - startedMs, seconds }
}

/** Until the first bytes with sound are mastered, marked and encoded, as the server streams them. */
async function firstAudio({ engine, engineVoice: voice, locale }: CatalogueVoice) {
  const startedMs = performance.now()
  const master = createMaster(masterTarget)
  async function* marked(): AsyncGenerator<Pcm> {
    for await (const chunk of speak({ engine, voice, text: sentence(locale) })) {
      yield embed(master.next(chunk), { payload: 1, key, keyVersion: 1 }).pcm
    }
  }
  const encoder = createEncoderStream({
    format: 'wav',
    metadata: {},
    digitalSourceType: 'trainedAlgorithmicMedia',
  })
  let bytes = 0
  for await (const piece of encoder.encode(marked())) {
    bytes += piece.length
    if (bytes > 10_000) break
  }
  return { ms: performance.now() - startedMs, seconds: 0 }
}

/** Of another process, where the system tells. */
function peakRssMiB(pid: number): number {
  const file = `/proc/${pid}/status`
  const status = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
