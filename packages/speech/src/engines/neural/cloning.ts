/**
 * Speech as a recording: sherpa-onnx's zipvoice (Zhu et al. 2025, which must know what is said in the recording)
 * and Kyutai's pocket (which need not). One process a model, shared by all voices that it speaks with.
 */
import { durationSeconds, type Pcm } from '@viva-voce/audio'
import type { EngineRequest, SpeechEngine, SpokenUnit } from '../../engine.ts'
import { SpeechError } from '../../error.ts'
import { type CloningFamily, FAMILY_NEEDS } from './families.ts'
import type { CloningModel } from './manifest.ts'
import type { ModelReference, ModelTask } from './messages.ts'
import { prepareNeural } from './prepare.ts'
import { playedHigher } from './raised.ts'
import type { Supervisor } from './supervisor.ts'
import { changeTempo } from './tempo.ts'

/** Shorter recordings tell too little of a voice; sherpa-onnx's pocket hears no more than 10 s of one. */
export const REFERENCE_SECONDS = { least: 3, most: 10 } as const
/** As sherpa-onnx's own examples have them. */
const STEPS: Readonly<Record<CloningFamily, number>> = { zipvoice: 4, pocket: 5 }

/** A recording of the voice that is to be spoken with: mono, REFERENCE_SECONDS long. */
export interface CloneReference {
  pcm: Pcm
  /** Word for word what is said in it; null where nobody knows. */
  text: string | null
  /** BCP-47: what it will speak. */
  locale: string
}

/** A model that speaks as a recording does. */
export interface CloningVoice {
  modelId: string
  isUp: boolean
  /** ISO 639-1. */
  languages: readonly string[]
  /** Whether a reference must come with its text. */
  needsText: boolean
  /** What makes the sound, for the transparency record. */
  madeBy: string
}

export interface Cloner {
  supervisor: Supervisor
  voice(): CloningVoice
  cloneOf(reference: CloneReference): SpeechEngine
}

export function createCloner(
  model: CloningModel,
  supervise: (probe: ModelTask) => Supervisor,
): Cloner {
  const { modelId, languages, family } = model
  const supervisor = supervise(probeOf(family))
  return {
    supervisor,
    voice: () => ({
      modelId,
      languages,
      isUp: supervisor.isUp,
      needsText: needsText(family),
      madeBy: madeBy(model),
    }),
    cloneOf(reference) {
      const heard = asModelReference(family, reference)
      return {
        name: 'neural',
        voices: [modelId],
        isAvailable: () => supervisor.isUp,
        localeOf: () => reference.locale,
        speak: (request) =>
          speak(request, reference.locale, (text, speed) =>
            say(supervisor, { family, heard, text, speed }, request.signal),
          ),
      }
    },
  }
}

const needsText = (family: CloningFamily) => family === 'zipvoice'

function madeBy({ family, modelName, licence }: CloningModel): string {
  return (
    `sherpa-onnx, ${FAMILY_NEEDS[family].title} neural network that speaks as a recording does: ` +
    `${modelName} (licence of the model: ${licence.name}, ${licence.url})`
  )
}

function asModelReference(family: CloningFamily, { pcm, text }: CloneReference): ModelReference {
  const seconds = durationSeconds(pcm)
  const { least, most } = REFERENCE_SECONDS
  if (!(seconds >= least && seconds <= most)) throw new RangeError(`a reference of ${seconds} s`)
  if (needsText(family) && !text?.trim()) throw new RangeError('a reference without its text')
  const { samples, sampleRateHz } = pcm
  return { samples, sampleRateHz, text: needsText(family) ? text! : '', steps: STEPS[family] }
}

async function* speak(
  request: EngineRequest,
  locale: string,
  sayAt: (text: string, speed: number) => Promise<Pcm>,
): AsyncGenerator<SpokenUnit> {
  const utterances = prepareNeural(request.text, locale)
  if (utterances.length === 0) throw new SpeechError('no_speech', 'nothing in the text can be said')
  const { speed, pitchSemitones = 0 } = request
  for (const { text, boundary, written } of utterances) {
    const pcm = await playedHigher(pitchSemitones, speed, (own) => sayAt(text, own))
    if (pcm.samples.length > 0) yield { pcm, boundary, text: written }
  }
}

/** pocket speaks at its reference's rate whatever it is told, so its speech is stretched afterwards. */
async function say(
  supervisor: Supervisor,
  order: { family: CloningFamily; heard: ModelReference; text: string; speed: number },
  signal: AbortSignal | undefined,
): Promise<Pcm> {
  const { family, heard: reference, text, speed } = order
  const task = { text, speed: family === 'pocket' ? 1 : speed, speakerId: 0, reference }
  const pcm = await supervisor.speak(task, signal)
  return family === 'pocket' ? changeTempo(pcm, speed) : pcm
}

/** What a model that is down has to speak to be up again: as a buzz of 3 s does, which is nobody's recording. */
function probeOf(family: CloningFamily): ModelTask {
  const sampleRateHz = 24_000
  const period = sampleRateHz / 120
  const samples = Float32Array.from(
    { length: REFERENCE_SECONDS.least * sampleRateHz },
    (_, n) => 0.3 * Math.exp(-(n % period) / 20) * Math.sin((2 * Math.PI * n) / sampleRateHz) ** 2,
  )
  const pcm = { samples, sampleRateHz }
  const reference = asModelReference(family, { pcm, text: 'One, two, three.', locale: 'en' })
  return { text: 'One, two, three.', speed: 1, speakerId: 0, reference }
}
