/** Lets a cloning model speak as a talent does, and measures it as every trained voice is measured. */
import type { MessagePort } from 'node:worker_threads'
import { concatenate, encodeWav, type Pcm } from '@viva-voce/audio'
import {
  type Comparison,
  judge,
  measureSpeech,
  type SpeechEngine,
  SpeechError,
} from '@viva-voce/speech'
import { readReference, referenceOrder } from './clone-reference.ts'
import { askThroughPort } from './find-voice.ts'
import type { CloningOutcome, RecordingUse, TaskRecording } from './training-protocol.ts'

/** A training as cloning sees it. */
export interface CloningTask {
  locale: string
  recordings: readonly TaskRecording[]
  uses: readonly RecordingUse[]
  /** What is said in the recordings that the voice is measured on. */
  heldTexts: readonly string[]
  comparison: Comparison
  /** Seconds of the talent's speech that there are in all. */
  secondsUsed: number
}

/** Never throws for the model: whatever it does, the conversion is there. */
export async function tryCloning(
  cloner: { needsText: boolean; port: MessagePort },
  task: CloningTask,
  read: (index: number) => Promise<Uint8Array>,
): Promise<CloningOutcome> {
  const { locale, recordings, uses } = task
  const { needsText, port } = cloner
  const order = referenceOrder(recordings, uses, needsText)
  const reference = await readReference(order, { locale, uses, needsText }, read)
  if (!reference) {
    const kind = needsText ? 'sentences of the script' : 'speech'
    return { problem: `There are under 3 seconds of ${kind} to speak as.` }
  }
  const { indexes, text, pcm } = reference
  const engine: Pick<SpeechEngine, 'speak'> = {
    speak: (request) => askThroughPort(port, request, { pcm, text, locale }),
  }
  try {
    const spoken = await sayAll(engine, task.heldTexts)
    const report = await measureSpeech(spoken, task.secondsUsed, task.comparison)
    return {
      reference: { indexes, text, seconds: pcm.samples.length / pcm.sampleRateHz },
      wav: encodeWav(pcm),
      report,
      advice: judge(report).advice,
    }
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error
    return { problem: `The cloning model could not speak (${error.code}).` }
  }
}

async function sayAll(
  engine: Pick<SpeechEngine, 'speak'>,
  texts: readonly string[],
): Promise<Pcm[]> {
  const recordings: Pcm[] = []
  for (const text of texts) {
    const units: Pcm[] = []
    for await (const { pcm } of engine.speak({ text, voice: '', speed: 1 })) units.push(pcm)
    if (units.length === 0) throw new SpeechError('no_speech', 'nothing was spoken')
    recordings.push(concatenate(units))
  }
  return recordings
}
