/**
 * What sherpa-onnx 1.13 needs of each model family: its files, the metadata that its C++ code reads without a
 * default (offline-tts-*-model.cc: a missing or negative one ends the process with 255), and its configuration
 * (the node addon's non-streaming-tts.cc).
 */

/** The families that have voices of their own. */
export const FAMILIES = ['vits', 'piper', 'kokoro', 'matcha', 'kitten', 'supertonic'] as const
export type Family = (typeof FAMILIES)[number]
/** The families that speak as the recording does that every request brings. */
export const CLONING_FAMILIES = ['zipvoice', 'pocket'] as const
export type CloningFamily = (typeof CLONING_FAMILIES)[number]
export type AnyFamily = Family | CloningFamily

/** Names of files in a manifest, and in a loaded one their absolute paths (several of a lexicon by comma). */
export type ModelFiles = Readonly<Record<string, string>>

/** Whether a metadata value serves: every integer that is read without a default must be ≥ 0. */
type Rule = 'text' | 'integer' | 'one' | 'integers2' | 'integers3'

export interface FamilyNeeds {
  /** For the transparency record. */
  title: string
  required: readonly string[]
  optional: readonly string[]
  /** The metadata of each of its ONNX files that has to have some. */
  metadata: Readonly<Record<string, Readonly<Record<string, Rule>>>>
  /** The key of sherpa-onnx's model configuration, and of our file names where it calls them otherwise. */
  config: string
  renamed?: Readonly<Record<string, string>>
}

const SPEAKERS = { sample_rate: 'integer', n_speakers: 'integer' } as const
const VITS = { ...SPEAKERS, language: 'text', comment: 'text' } as const
const ESPEAK = { ...SPEAKERS, has_espeak: 'integer' } as const

export const FAMILY_NEEDS: Readonly<Record<AnyFamily, FamilyNeeds>> = {
  vits: {
    title: 'VITS',
    required: ['model', 'tokens'],
    optional: ['lexicon', 'dataDir'],
    metadata: { model: VITS },
    config: 'vits',
  },
  piper: {
    title: 'Piper (VITS)',
    required: ['model', 'tokens', 'dataDir'],
    optional: [],
    metadata: { model: { ...VITS, voice: 'text' } },
    config: 'vits',
  },
  kokoro: {
    title: 'Kokoro',
    required: ['model', 'tokens', 'voices', 'dataDir'],
    optional: ['lexicon'],
    metadata: { model: { ...ESPEAK, style_dim: 'integers3' } },
    config: 'kokoro',
  },
  matcha: {
    title: 'Matcha-TTS',
    required: ['model', 'tokens', 'vocoder'],
    optional: ['lexicon', 'dataDir'],
    metadata: {
      model: { ...SPEAKERS, use_eos_bos: 'integer', pad_id: 'integer' },
      vocoder: { model_type: 'text' },
    },
    config: 'matcha',
    renamed: { model: 'acousticModel' },
  },
  kitten: {
    title: 'KittenTTS',
    required: ['model', 'tokens', 'voices', 'dataDir'],
    optional: [],
    metadata: {
      model: { ...ESPEAK, has_espeak: 'one', model_type: 'text', style_dim: 'integers2' },
    },
    config: 'kitten',
  },
  supertonic: {
    title: 'Supertonic',
    required: [
      ...['durationPredictor', 'textEncoder', 'vectorEstimator', 'vocoder'],
      ...['ttsJson', 'unicodeIndexer', 'voiceStyle'],
    ],
    optional: [],
    metadata: { durationPredictor: {}, textEncoder: {}, vectorEstimator: {}, vocoder: {} },
    config: 'supertonic',
  },
  // matcha-tts-lexicon.cc, which zipvoice reads text with, ends the process without a lexicon or espeak-ng-data.
  zipvoice: {
    title: 'ZipVoice',
    required: ['tokens', 'encoder', 'decoder', 'vocoder', 'lexicon', 'dataDir'],
    optional: [],
    metadata: { encoder: {}, decoder: {}, vocoder: { model_type: 'text' } },
    config: 'zipvoice',
  },
  pocket: {
    title: 'Pocket TTS',
    required: [
      ...['lmFlow', 'lmMain', 'encoder', 'decoder', 'textConditioner'],
      ...['vocabJson', 'tokenScoresJson'],
    ],
    optional: [],
    metadata: { lmFlow: {}, lmMain: {}, encoder: {}, decoder: {}, textConditioner: {} },
    config: 'pocket',
  },
}

/**
 * Vocoders that vocoder.cc knows; with another one it goes on with a null pointer. Its hifigan looks for the file of
 * a matcha model, so zipvoice has none.
 */
const VOCODERS = ['hifigan', 'vocos', 'matcha-tts vocos'] as const
const RATES_HZ = { min: 8_000, max: 48_000 }
/** Integers that zipvoice's decoder has defaults for; a text there ends the process as a missing key does. */
const ZIPVOICE_DECODER = ['sample_rate', 'n_fft', 'hop_length', 'window_length', 'num_mels']

/**
 * What is wrong with the metadata of one file of a family's model, in words for the operator, or undefined.
 * `file` is its name in the manifest.
 */
export function metadataProblem(
  family: AnyFamily,
  files: ModelFiles,
  file: string,
  metadata: ReadonlyMap<string, string>,
): string | undefined {
  const needs = FAMILY_NEEDS[family].metadata[file] ?? {}
  const missing = Object.keys(needs).filter((key) => !metadata.get(key))
  if (missing.length > 0) return `lacks the metadata ${missing.join(', ')} that ${family} needs`
  for (const [key, rule] of Object.entries(needs)) {
    const value = metadata.get(key)!
    if (!fits(rule, value))
      return `has the metadata ${key}=${value.slice(0, 40)}, which does not serve`
  }
  if (file === 'vocoder' && needs.model_type) {
    const known = VOCODERS.filter((type) => family !== 'zipvoice' || type !== 'hifigan')
    if (!known.some((type) => type === metadata.get('model_type')))
      return `is not a vocoder of a known type (${known.join(', ')})`
  }
  if (family === 'zipvoice' && file === 'decoder') return zipvoiceProblem(metadata)
  return file === 'model' ? modelProblem(family, files, metadata) : undefined
}

function zipvoiceProblem(metadata: ReadonlyMap<string, string>): string | undefined {
  for (const key of ZIPVOICE_DECODER) {
    const value = metadata.get(key)
    const serves = value === undefined || (fits('integer', value) && Number(value) > 0)
    if (!serves) return `has the metadata ${key}=${value.slice(0, 40)}, which does not serve`
  }
  return rateProblem(Number(metadata.get('sample_rate') ?? 24_000))
}

function rateProblem(rate: number): string | undefined {
  const serves = rate >= RATES_HZ.min && rate <= RATES_HZ.max
  return serves ? undefined : `has a sample rate of ${rate} Hz`
}

function fits(rule: Rule, value: string): boolean {
  if (rule === 'text') return true
  if (rule === 'one') return value === '1'
  const parts = value.split(',')
  const count = { integer: 1, integers2: 2, integers3: 3 }[rule]
  return parts.length === count && parts.every((part) => /^\s*\d{1,9}\s*$/.test(part))
}

function modelProblem(
  family: AnyFamily,
  files: ModelFiles,
  metadata: ReadonlyMap<string, string>,
): string | undefined {
  const rate = rateProblem(Number(metadata.get('sample_rate')))
  if (rate) return rate
  const comment = metadata.get('comment') ?? ''
  if (family === 'piper' && !comment.includes('piper')) return 'is not a piper model by its comment'
  if (family === 'kitten' && metadata.get('model_type') !== 'kitten-tts') {
    return 'is not a kitten model by its model_type'
  }
  // offline-tts-vits-impl.h, InitFrontend: without one of the three it ends the process.
  const phonemes = /piper|coqui|icefall|Inflect/.test(comment) && files.dataDir
  const frontend = metadata.get('frontend') === 'characters' || phonemes || files.lexicon
  return family === 'vits' && !frontend ? 'needs a lexicon or dataDir' : undefined
}

/** The `model` part of sherpa-onnx's OfflineTtsConfig for these files. */
export function sherpaModelConfig(family: AnyFamily, files: ModelFiles, threads: number): object {
  const { config, renamed = {} } = FAMILY_NEEDS[family]
  const named = Object.entries(files).map(([name, path]) => [renamed[name] ?? name, path])
  return { [config]: Object.fromEntries(named), numThreads: threads, provider: 'cpu', debug: 0 }
}
