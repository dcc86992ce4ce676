export {
  assessRecording,
  type RecordingFault,
  type RecordingProblem,
  type RecordingQuality,
} from './src/recording.ts'
export { type Scan, type ScanExpectation, scanSynthesis } from './src/scan.ts'
export type { Signal, SignalName } from './src/signal.ts'
export { assessVoice, type VoiceProblem, type VoiceQuality } from './src/voice-quality.ts'
