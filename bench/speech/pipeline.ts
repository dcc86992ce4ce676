/** The whole way from text to a marked file against the bare engine, stage by stage, on about 30 s of speech. */
import {
  concatenate,
  createMaster,
  durationSeconds,
  encodeAudio,
  type Pcm,
} from '../../packages/audio/index.ts'
import { findCatalogueVoice, speak } from '../../packages/speech/index.ts'
import { embed } from '../../packages/watermark/index.ts'
import { percentile, round } from '../lib/report.ts'
import { paragraph } from './texts.ts'

const key = new Uint8Array(32).fill(7)
const warmUps = 3
const runs = 11

/** Milliseconds of each stage of one run; `speak` holds the engine too. */
interface Stages {
  engine: number
  speak: number
  master: number
  mark: number
  encode: number
  seconds: number
}

/** A row of medians for a voice, and the ratio that the aim is about, run by run so that the machine's load cancels. */
export async function pipelineRow(voiceId: string): Promise<Record<string, unknown>> {
  const all: Stages[] = []
  for (let run = 0; run < warmUps + runs; run++) {
    const stages = await oneRun(voiceId)
    if (run >= warmUps) all.push(stages)
  }
  const median = (of: (run: Stages) => number) => percentile(all.map(of), 0.5)
  const whole = (run: Stages) => run.speak + run.master + run.mark + run.encode
  const part = (of: (run: Stages) => number) => round((100 * median(of)) / median(whole))
  return {
    voice: voiceId,
    seconds: round(all[0]!.seconds),
    engineMs: round(median((run) => run.engine)),
    wholeMs: round(median(whole)),
    ratio: round(
      median((run) => whole(run) / run.engine),
      2,
    ),
    'engine %': part((run) => run.engine),
    'text, trim, 24 kHz %': part((run) => Math.max(0, run.speak - run.engine)),
    'mastering %': part((run) => run.master),
    'mark and reading it back %': part((run) => run.mark),
    'encode %': part((run) => run.encode),
  }
}

async function oneRun(voiceId: string): Promise<Stages> {
  const { engine, engineVoice: voice, locale } = findCatalogueVoice(voiceId)!
  const text = paragraph(locale)
  const units: Pcm[] = []
  const engineMs = await timed(async () => {
    for await (const { pcm } of engine.speak({ text, voice, speed: 1 })) units.push(pcm)
  })
  const chunks: Pcm[] = []
  const speakMs = await timed(async () => {
    for await (const chunk of speak({ engine, voice, text })) chunks.push(chunk)
  })
  const master = createMaster({ targetLufs: -16, ceilingDbtp: -1.5 })
  let pcm: Pcm | undefined
  const masterMs = await timed(() => {
    pcm = concatenate(chunks.map((chunk) => master.next(chunk)))
  })
  const markMs = await timed(() => {
    pcm = embed(pcm!, { payload: 1, key, keyVersion: 1 }).pcm
  })
  const digitalSourceType = 'trainedAlgorithmicMedia'
  const encodeMs = await timed(() =>
    encodeAudio(pcm!, { format: 'wav', metadata: {}, digitalSourceType }),
  )
  return {
    engine: engineMs,
    speak: speakMs,
    master: masterMs,
    mark: markMs,
    encode: encodeMs,
    seconds: durationSeconds(pcm!),
  }
}

async function timed(work: () => unknown): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}
