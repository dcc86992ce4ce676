export { type Detection, detect } from './src/detect.ts'
export {
  type Candidate,
  type DetectOptions,
  detectMarks,
  type FoundMark,
  type MarksReport,
  type Verdict,
} from './src/detect-marks.ts'
export { type Embedded, type EmbedOptions, embed } from './src/embed.ts'
export { WatermarkError, type WatermarkErrorCode } from './src/errors.ts'
export { claimAmong } from './src/false-claim.ts'
export type { WatermarkKey } from './src/keys.ts'
export { FORMAT_VERSION } from './src/params.ts'
export type { Span } from './src/spans.ts'
export { type PayloadTest, type PayloadTestOptions, testPayload } from './src/test-payload.ts'
