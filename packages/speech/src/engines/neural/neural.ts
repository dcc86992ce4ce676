/**
 * Neural voices by sherpa-onnx, from models that the operator brings. Each voice has a process of its own,
 * started by its first request: native code that crashes or hangs takes down that voice and nothing else.
 */
import type { Pcm } from '@viva-voce/audio'
import type { CatalogueVoice } from '../../catalogue-voice.ts'
import type { EngineRequest, SpeechEngine, SpokenUnit } from '../../engine.ts'
import { SpeechError } from '../../error.ts'
import { type CloneReference, type Cloner, type CloningVoice, createCloner } from './cloning.ts'
import { FAMILY_NEEDS, sherpaModelConfig } from './families.ts'
import { type CloningModel, type FolderProblem, readModels, type VoiceModel } from './manifest.ts'
import type { ModelTask } from './messages.ts'
import { forkModelProcess, type LaunchModelProcess } from './model-process.ts'
import { prepareNeural } from './prepare.ts'
import { playedHigher } from './raised.ts'
import { isSherpaInstalled } from './sherpa.ts'
import { DEFAULT_LIMITS, type Limits, type Schedule, type VoiceHealth } from './supervision.ts'
import { Supervisor } from './supervisor.ts'

/** A sentence is too short for more threads to pay; several voices share the machine. */
const THREADS = 1

export interface NeuralOptions {
  /** VOICE_MODELS_DIR: a folder for each voice (see VoiceManifest). Read once. */
  modelsDir: string
  /** Voice ids that belong to other engines; a model with one of them is a problem. */
  takenIds?: Iterable<string>
  limits?: Partial<Limits>
  /** Stand-ins for tests. */
  launch?: LaunchModelProcess
  schedule?: Schedule
}

export interface NeuralEngine extends SpeechEngine {
  /** The catalogue's entries for its voices, up or down. */
  catalogue(): readonly CatalogueVoice[]
  /** The models that speak as a recording does; none of them is a voice by itself. */
  cloners(): readonly CloningVoice[]
  /**
   * A voice that speaks as the recording does, named as the model. It throws as every engine, `unknown_voice`
   * when there is no such model here, and RangeError for a recording that does not serve (`CloneReference`).
   */
  cloneOf(modelId: string, reference: CloneReference): SpeechEngine
  /** How each voice is doing, and which folders give none and why. */
  health(): { voices: VoiceHealth[]; problems: readonly FolderProblem[] }
  /** Fails what is in flight and resolves when every process has ended; must be called. */
  close(): Promise<void>
}

interface Voice {
  model: VoiceModel
  supervisor: Supervisor
}

/**
 * The engine for the models in `modelsDir`, at each model's own rate (8 to 48 kHz). `speak` gives a unit for
 * each sentence and throws as every engine; `voice_down` when its process fails again and again, `busy` when
 * too many requests wait for it. Starts no process by itself and never throws for a bad model.
 */
export function createNeuralEngine(options: NeuralOptions): NeuralEngine {
  const { models, cloners, problems } = readModels(options.modelsDir, options.takenIds)
  const voices = new Map(
    models.map((model) => [model.voiceId, { model, supervisor: superviseVoice(model, options) }]),
  )
  const clones = new Map<string, Cloner>(
    cloners.map((model) => [
      model.modelId,
      createCloner(model, (probe) => supervise(model.modelId, model, probe, options)),
    ]),
  )
  const supervisors = [...voices.values(), ...clones.values()].map(({ supervisor }) => supervisor)
  const engine: NeuralEngine = {
    name: 'neural',
    voices: [...voices.keys()],
    speak: (request) => speak(voices.get(request.voice), request),
    isAvailable: () => isSherpaInstalled() && supervisors.some(({ isUp }) => isUp),
    localeOf: (voice) => voices.get(voice)?.model.locale ?? 'en',
    catalogue: () => models.map((model) => catalogueVoice(model, engine)),
    cloners: () => [...clones.values()].map((cloner) => cloner.voice()),
    cloneOf: (modelId, reference) => {
      const cloner = clones.get(modelId)
      if (!cloner) throw new SpeechError('unknown_voice', `no cloning model "${modelId}" here`)
      return cloner.cloneOf(reference)
    },
    health: () => ({ voices: supervisors.map((one) => one.health()), problems }),
    close: async () => {
      await Promise.all(supervisors.map((supervisor) => supervisor.close()))
    },
  }
  return engine
}

function superviseVoice(model: VoiceModel, options: NeuralOptions): Supervisor {
  const probe = { text: model.previewText, speed: 1, speakerId: model.speakerId ?? 0 }
  return supervise(model.voiceId, model, probe, options)
}

function supervise(
  name: string,
  { family, files }: Pick<VoiceModel | CloningModel, 'family' | 'files'>,
  probe: ModelTask,
  options: NeuralOptions,
): Supervisor {
  const { launch = forkModelProcess, schedule = scheduleReally, limits } = options
  return new Supervisor({
    voice: name,
    model: sherpaModelConfig(family, files, THREADS),
    probe,
    launch,
    schedule,
    limits: { ...DEFAULT_LIMITS, ...limits },
  })
}

/** Waiting for a backoff or for idleness keeps no program from ending. */
function scheduleReally(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs).unref()
  return () => clearTimeout(timer)
}

async function* speak(
  voice: Voice | undefined,
  request: EngineRequest,
): AsyncGenerator<SpokenUnit> {
  if (!voice) throw new SpeechError('unknown_voice', `no neural voice "${request.voice}" here`)
  const utterances = prepareNeural(request.text, voice.model.locale)
  if (utterances.length === 0) throw new SpeechError('no_speech', 'nothing in the text can be said')
  for (const { text, boundary, written } of utterances) {
    const pcm = await speakOne(voice, request, text)
    if (pcm.samples.length > 0) yield { pcm, boundary, text: written }
  }
}

async function speakOne(
  { model, supervisor }: Voice,
  request: EngineRequest,
  text: string,
): Promise<Pcm> {
  const { speed, pitchSemitones = 0, signal } = request
  const speakerId = model.speakerId ?? 0
  return playedHigher(pitchSemitones, speed, (own) =>
    supervisor.speak({ text, speed: own, speakerId }, signal),
  )
}

function catalogueVoice(model: VoiceModel, engine: SpeechEngine): CatalogueVoice {
  const { voiceId, name, locale, tier, category, description, previewText, licence } = model
  const speaker = model.speakerId === undefined ? '' : `, speaker ${model.speakerId}`
  return {
    ...{ id: voiceId, name, locale, tier, category, description, previewText },
    engine,
    engineVoice: voiceId,
    madeBy:
      `sherpa-onnx, ${FAMILY_NEEDS[model.family].title} neural network trained on recordings: ` +
      `${model.modelName}${speaker} (licence of the model: ${licence.name}, ${licence.url})`,
    digitalSourceType: 'trainedAlgorithmicMedia',
  }
}
