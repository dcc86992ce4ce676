export {
  availableCatalogueVoices,
  type CatalogueVoice,
  catalogueVoices,
  findCatalogueVoice,
} from './src/catalogue.ts'
export { chooseBase } from './src/conversion/choose-base.ts'
export { convert } from './src/conversion/convert.ts'
export { decodeModel, encodeModel, type VoiceModel } from './src/conversion/model.ts'
export {
  type Comparison,
  judge,
  measureSpeech,
  measureVoice,
  modelSpeaker,
  type Nearness,
  type ReportRequest,
  type Verdict,
  type VoiceReport,
} from './src/conversion/report.ts'
export { heldOutSentences, trainingSentences } from './src/conversion/sentences-en.ts'
export {
  MAX_SECONDS,
  MIN_SPEECH_SECONDS,
  type TrainingRequest,
  trainVoice,
} from './src/conversion/train.ts'
export {
  decodeTrainingState,
  encodeTrainingState,
  type TrainingState,
} from './src/conversion/training-state.ts'
export {
  type EngineRequest,
  MAX_PITCH_SEMITONES,
  MAX_SPEED,
  MIN_SPEED,
  type SpeechEngine,
  type SpokenUnit,
} from './src/engine.ts'
export {
  type BaseVoice,
  baseSentences,
  baseVoicesFor,
  findBaseVoice,
} from './src/engines/custom/base-voices.ts'
export { createCustomEngine } from './src/engines/custom/custom.ts'
export { espeak } from './src/engines/espeak/espeak.ts'
export { flite } from './src/engines/flite/flite.ts'
export {
  type CloneReference,
  type CloningVoice,
  REFERENCE_SECONDS,
} from './src/engines/neural/cloning.ts'
export type { FolderProblem, VoiceManifest } from './src/engines/neural/manifest.ts'
export {
  createNeuralEngine,
  type NeuralEngine,
  type NeuralOptions,
} from './src/engines/neural/neural.ts'
export {
  createSpeakerModel,
  type SpeakerModel,
  type SpeakerModelOptions,
} from './src/engines/neural/speaker-model.ts'
export type { Limits as NeuralLimits, VoiceHealth } from './src/engines/neural/supervision.ts'
export { SpeechError, type SpeechErrorCode } from './src/error.ts'
export { readingScript, scriptLocales } from './src/script/reading-script.ts'
export { sentenceNumberOf } from './src/script/sentence-number.ts'
export {
  type Mark,
  PEAK_CEILING_DB,
  type SpeakRequest,
  speak,
  speakWhole,
  speakWithMarks,
} from './src/speak.ts'
export { SsmlError, type SsmlErrorCode } from './src/ssml/error.ts'
export { isSsml, parseSsml } from './src/ssml/parse.ts'
export type { Segment } from './src/ssml/segments.ts'
export { prepareSpoken } from './src/text/prepare.ts'
export {
  type Boundary,
  type PreparedUtterance,
  prepareText,
  type Utterance,
} from './src/text/utterance.ts'
export { OUTPUT_SAMPLE_RATE_HZ, type SpokenChunk } from './src/timeline.ts'
export { countLetters } from './src/unsound.ts'
