/**
 * The program of a model's process: loads one model, then speaks (or, with a speaker model, hears) one request after the other. Native code may
 * end it at any time; the supervisor expects that. It ends itself when its parent is gone.
 */
import {
  type FromChild,
  type LoadedModel,
  type ModelTask,
  OUT_OF_MEMORY_STATUS,
  type ToChild,
} from './messages.ts'
import { loadSpeakerModel, loadTts, type OfflineTts, type SpeakerExtractor } from './sherpa.ts'

const MEMORY_CHECK_MS = 200
/** What generateAsync throws for a text of which the model's frontend leaves nothing. */
const NO_AUDIO = /produced no audio/

let tts: OfflineTts | undefined
let extractor: SpeakerExtractor | undefined
let cancelledId: number | undefined

process.on('disconnect', () => process.exit())
process.on('message', (message: ToChild) => {
  if (message.kind === 'load') load(message.model, message.maxMemoryBytes).catch(giveUp)
  else if (message.kind === 'speak') speak(message).catch(giveUp)
  else if (message.kind === 'embed') embed(message)
  else cancelledId = message.id
})

/** Model code runs on threads of its own, so this timer fires whatever they do. */
async function load(model: LoadedModel, maxMemoryBytes: number): Promise<void> {
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(OUT_OF_MEMORY_STATUS)
  }, MEMORY_CHECK_MS)
  if ('speakerModel' in model) {
    extractor = loadSpeakerModel(model.speakerModel)
    // The supervisor bounds answers by seconds; those of this model are the embedding's numbers.
    return send({ kind: 'ready', sampleRateHz: extractor.dim })
  }
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

function embed({ id, samples, sampleRateHz }: ToChild & { kind: 'embed' }): void {
  const stream = extractor!.createStream()
  stream.acceptWaveform({ samples, sampleRate: sampleRateHz })
  stream.inputFinished()
  if (extractor!.isReady(stream)) {
    send({ kind: 'chunk', id, samples: extractor!.compute(stream, false) })
    send({ kind: 'end', id })
  } else send({ kind: 'failed', id, message: 'too short' })
}

function send(message: FromChild): void {
  process.send!(message)
}

function giveUp(error: unknown): void {
  console.error(error)
  process.exit(1)
}
