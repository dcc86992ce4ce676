/** The whole way from text to a marked file against the bare engine, stage by stage, on about 30 s of speech. */
import {
  concatenate,
  createMaster,
  durationSeconds,
  encodeAudio,
  limitPeaks,
  masterTarget,
  type Pcm,
  peakLimitDbtp,
} from '../../packages/audio/index.ts'
import { findCatalogueVoice, speak } from '../../packages/speech/index.ts'
import { embed } from '../../packages/watermark/index.ts'
import { percentile, round } from '../lib/report.ts'
import { paragraph } from './texts.ts'

const key = new Uint8Array(32).fill(7)
/** A thread of a server has compiled its loops after some minutes of speech; the first runs are a tenth slower. */
const warmUps = 16
const runs = 11

/** Milliseconds of each stage of one run; `speak` holds the engine too. */
interface Stages {
  engine: number
  speak: number
  master: number
  mark: number
  encode: number
}

/** One run by the clock on the wall, and by this thread's time on a core, which other processes do not stretch. */
interface Run {
  wall: Stages
  cpu: Stages
  seconds: number
}

/** A row of medians for a voice, and the ratio that the aim is about, run by run so that the machine's load cancels. */
export async function pipelineRow(voiceId: string): Promise<Record<string, unknown>> {
  const all: Run[] = []
  for (let run = 0; run < warmUps + runs; run++) {
    const one = await oneRun(voiceId)
    if (run >= warmUps) all.push(one)
  }
  const median = (of: (cpu: Stages) => number) => medianOf(all.map(({ cpu }) => of(cpu)))
  const whole = (stages: Stages) => stages.speak + stages.master + stages.mark + stages.encode
  const part = (of: (cpu: Stages) => number) => round((100 * median(of)) / median(whole))
  const ratioOf = (stages: Stages) => whole(stages) / stages.engine
  return {
    voice: voiceId,
    seconds: round(all[0]!.seconds),
    engineMs: round(medianOf(all.map(({ wall }) => wall.engine))),
    wholeMs: round(medianOf(all.map(({ wall }) => whole(wall)))),
    ratio: round(medianOf(all.map(({ wall }) => ratioOf(wall))), 2),
    engineCpuMs: round(median((cpu) => cpu.engine)),
    wholeCpuMs: round(median(whole)),
    cpuRatio: round(median(ratioOf), 2),
    'engine %': part((run) => run.engine),
    'text, trim, 24 kHz %': part((run) => Math.max(0, run.speak - run.engine)),
    'mastering %': part((run) => run.master),
    'mark and reading it back %': part((run) => run.mark),
    'encode %': part((run) => run.encode),
  }
}

function medianOf(values: number[]): number {
  return percentile(values, 0.5)
}

async function oneRun(voiceId: string): Promise<Run> {
  const { engine, engineVoice: voice, locale } = findCatalogueVoice(voiceId)!
  const text = paragraph(locale)
  const stages: Record<keyof Stages, Timed> = {
    engine: await timed(async () => {
      for await (const { pcm } of engine.speak({ text, voice, speed: 1 })) durationSeconds(pcm)
    }),
    speak: none,
    master: none,
    mark: none,
    encode: none,
  }
  const chunks: Pcm[] = []
  stages.speak = await timed(async () => {
    for await (const chunk of speak({ engine, voice, text })) chunks.push(chunk)
  })
  const master = createMaster(masterTarget)
  let pcm: Pcm | undefined
  stages.master = await timed(() => {
    pcm = concatenate(chunks.map((chunk) => master.next(chunk)))
  })
  stages.mark = await timed(() => {
    pcm = limitPeaks(embed(pcm!, { payload: 1, key, keyVersion: 1 }).pcm, peakLimitDbtp)
  })
  const digitalSourceType = 'trainedAlgorithmicMedia'
  stages.encode = await timed(() =>
    encodeAudio(pcm!, { format: 'wav', metadata: {}, digitalSourceType }),
  )
  const by = (clock: keyof Timed): Stages => ({
    engine: stages.engine[clock],
    speak: stages.speak[clock],
    master: stages.master[clock],
    mark: stages.mark[clock],
    encode: stages.encode[clock],
  })
  return { wall: by('wallMs'), cpu: by('cpuMs'), seconds: durationSeconds(pcm!) }
}

interface Timed {
  wallMs: number
  cpuMs: number
}

const none: Timed = { wallMs: 0, cpuMs: 0 }

async function timed(work: () => unknown): Promise<Timed> {
  const startedMs = performance.now()
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return { wallMs: performance.now() - startedMs, cpuMs: (user + system) / 1000 }
}
