export {
  assessRecording,
  type RecordingFault,
  type RecordingProblem,
  type RecordingQuality,
} from './src/recording.ts'
export { LEAST_SPEAKER_SECONDS, SEVERAL_SPEAKERS_SCORE } from './src/recording-thresholds.ts'
export { type Scan, type ScanExpectation, scanSynthesis } from './src/scan.ts'
export type { Signal, SignalName } from './src/signal.ts'
export {
  type Calibration,
  type CalibrationVoice,
  calibrateSpeakers,
  MOST_EER,
} from './src/speaker/calibrate.ts'
export {
  averageSpeaker,
  embedSpeaker,
  enrolSpeaker,
  type SpeakerEmbedding,
} from './src/speaker/embedding.ts'
export type { SpeakerJudge } from './src/speaker/judge.ts'
export { SPEAKER_MODEL_VERSION } from './src/speaker/model.ts'
export { scoreSpeakers } from './src/speaker/score.ts'
export { THEFT_SCORE } from './src/speaker/thresholds.ts'
export { type ExpectedVoice, judgeVoice } from './src/speaker/voice-signals.ts'
export { assessVoice, type VoiceProblem, type VoiceQuality } from './src/voice-quality.ts'
