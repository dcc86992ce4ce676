/**
 * The program of a model's process: loads one model, then speaks one request after the other. Native code may
 * end it at any time; the supervisor expects that. It ends itself when its parent is gone.
 */
import { type FromChild, type ModelTask, OUT_OF_MEMORY_STATUS, type ToChild } from './messages.ts'
import { loadTts, type OfflineTts } from './sherpa.ts'

const MEMORY_CHECK_MS = 200
/** What generateAsync throws for a text of which the model's frontend leaves nothing. */
const NO_AUDIO = /produced no audio/

let tts: OfflineTts | undefined
let cancelledId: number | undefined

process.on('disconnect', () => process.exit())
process.on('message', (message: ToChild) => {
  if (message.kind === 'load') load(message.model, message.maxMemoryBytes).catch(giveUp)
  else if (message.kind === 'speak') speak(message).catch(giveUp)
  else cancelledId = message.id
})

/** Model code runs on threads of its own, so this timer fires whatever they do. */
async function load(model: object, maxMemoryBytes: number): Promise<void> {
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(OUT_OF_MEMORY_STATUS)
  }, MEMORY_CHECK_MS)
  tts = await loadTts(model)
  send({ kind: 'ready', sampleRateHz: tts.sampleRate })
}

async function speak({ id, ...task }: ToChild & { kind: 'speak' }): Promise<void> {
  const onProgress = ({ samples }: { samples: Float32Array }) => {
    if (cancelledId !== id) send({ kind: 'chunk', id, samples })
    return cancelledId !== id
  }
  try {
    await tts!.generateAsync({ ...requestOf(task), onProgress })
    send({ kind: 'end', id })
  } catch (error) {
    const { message } = error as Error
    send(NO_AUDIO.test(message) ? { kind: 'end', id } : { kind: 'failed', id, message })
  }
}

/** A reference makes sherpa-onnx take its other way in, where everything else is part of it. */
function requestOf({ text, speed, speakerId, reference }: ModelTask) {
  if (!reference) return { text, sid: speakerId, speed }
  const generationConfig = {
    speed,
    numSteps: reference.steps,
    referenceAudio: reference.samples,
    referenceSampleRate: reference.sampleRateHz,
    referenceText: reference.text,
    // The same text with the same recording is the same speech, as far as the model lets it be chosen.
    extra: { seed: 1 },
  }
  return { text, generationConfig }
}

function send(message: FromChild): void {
  process.send!(message)
}

function giveUp(error: unknown): void {
  console.error(error)
  process.exit(1)
}
