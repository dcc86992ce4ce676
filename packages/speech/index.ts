export { type CatalogueVoice, catalogueVoices, findCatalogueVoice } from './src/catalogue.ts'
export {
  type EngineRequest,
  MAX_SPEED,
  MIN_SPEED,
  type SpeechEngine,
  type SpokenUnit,
} from './src/engine.ts'
export { flite } from './src/engines/flite/flite.ts'
export { SpeechError, type SpeechErrorCode } from './src/error.ts'
export {
  OUTPUT_SAMPLE_RATE_HZ,
  PEAK_CEILING_DB,
  type SpeakRequest,
  speak,
  speakWhole,
} from './src/speak.ts'
export { type Boundary, prepareText, type Utterance } from './src/text/utterance.ts'
