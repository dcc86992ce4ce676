export { blockOffset, fadeEdges, limitPeak, type TrimOptions, trimSilence } from './src/edit.ts'
export { AudioError, type AudioErrorCode } from './src/error.ts'
export { createRealFft, type RealFft } from './src/fft.ts'
export {
  concatenate,
  durationSeconds,
  MAX_SAMPLE_RATE_HZ,
  MIN_SAMPLE_RATE_HZ,
  type Pcm,
  peak,
  rms,
  rmsDb,
  silence,
} from './src/pcm.ts'
export { resample } from './src/resample.ts'
export { type DecodedWav, type DecodeWavOptions, decodeWav } from './src/wav-decode.ts'
export { type EncodeWavOptions, encodeWav } from './src/wav-encode.ts'
export type { DigitalSourceType, WavInfo } from './src/wav-format.ts'
