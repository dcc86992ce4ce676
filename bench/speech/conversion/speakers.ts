/** Who speaks in the bench: bases of the catalogue, and stand-in talents by other engines. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { concatenate, decodeWav, durationSeconds, type Pcm } from '../../../packages/audio/index.ts'
import { flite } from '../../../packages/speech/src/engines/flite/flite.ts'

const folder = mkdtempSync(join(tmpdir(), 'vv-conversion-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const FESTIVAL: Record<string, string> = { hts: 'cmu_us_slt_arctic_hts', kal: 'kal_diphone' }

/** A sentence by "flite NAME", "espeak-ng VOICE" or "festival NAME"; throws where the engine is missing. */
export async function say(speaker: string, text: string): Promise<Pcm> {
  const [engine, voice] = speaker.split(' ') as [string, string]
  if (engine === 'espeak-ng') return runEngine(engine, ['-v', voice, '-w'], ['--', text])
  if (engine === 'festival') {
    return runEngine('text2wave', ['-eval', `(voice_${FESTIVAL[voice]})`, '-o'], [], text)
  }
  const pieces: Pcm[] = []
  for await (const unit of flite.speak({ text, voice, speed: 1 })) pieces.push(unit.pcm)
  return concatenate(pieces)
}

function runEngine(program: string, before: string[], after: string[], input?: string): Pcm {
  const file = join(folder, 'speech.wav')
  execFileSync(program, [...before, file, ...after], { input })
  return decodeWav(readFileSync(file)).pcm
}

const spoken = new Map<string, Promise<Pcm>>()

/** Several sentences, one recording each, every one spoken once in a run. */
export async function sayAll(speaker: string, texts: readonly string[]): Promise<Pcm[]> {
  const recordings: Pcm[] = []
  for (const text of texts) {
    const key = `${speaker}\n${text}`
    if (!spoken.has(key)) spoken.set(key, say(speaker, text))
    recordings.push(await spoken.get(key)!)
  }
  return recordings
}

/** Whether the machine has this speaker's engine; if not, says so. */
export async function isHere(speaker: string): Promise<boolean> {
  try {
    await say(speaker, 'Hello.')
    return true
  } catch (error) {
    console.error(`${speaker} left out: ${(error as Error).message.split('\n')[0]}`)
    return false
  }
}

/** Processor seconds of this process for some work, and its result. */
export async function timed<T>(
  work: () => T | Promise<T>,
): Promise<{ seconds: number; result: T }> {
  const start = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(start)
  return { seconds: (user + system) / 1e6, result }
}

export const total = (recordings: readonly Pcm[]): number =>
  recordings.reduce((sum, pcm) => sum + durationSeconds(pcm), 0)

export const mean = (figures: readonly number[]): number =>
  figures.reduce((sum, figure) => sum + figure, 0) / figures.length
