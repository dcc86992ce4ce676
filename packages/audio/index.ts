export { cholesky, solveCholesky } from './src/cholesky.ts'
export { type Decoded, type DecodeOptions, decodeAudio } from './src/decode.ts'
export { type BlockOptions, type OpenedAudio, openAudio } from './src/decode-blocks.ts'
export { masterTarget, peakLimitDbtp } from './src/delivery.ts'
export { blockOffset, fadeEdges, limitPeak, type TrimOptions, trimSilence } from './src/edit.ts'
export {
  type Encoded,
  type EncodeLimits,
  type EncodeOptions,
  encodeAudio,
} from './src/encode.ts'
export {
  AUDIO_FORMATS,
  type AudioFormat,
  ENCODED_SAMPLE_RATE_HZ,
} from './src/encode-format.ts'
export { createEncoderStream, type EncoderStream } from './src/encode-stream.ts'
export { AudioError, type AudioErrorCode } from './src/error.ts'
export { createRealFft, type RealFft } from './src/fft.ts'
export { integratedLoudness, LoudnessMeter } from './src/loudness.ts'
export {
  createMaster,
  limitPeaks,
  type Master,
  type Mastered,
  type MasterTarget,
  master,
} from './src/mastering.ts'
export { AI_NOTICE } from './src/metadata.ts'
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
export { besselI0 } from './src/sinc.ts'
export { truePeak, truePeakDb } from './src/true-peak.ts'
export { type DecodedWav, type DecodeWavOptions, decodeWav } from './src/wav-decode.ts'
export { type EncodeWavOptions, encodeWav } from './src/wav-encode.ts'
export type { DigitalSourceType, WavInfo } from './src/wav-format.ts'
