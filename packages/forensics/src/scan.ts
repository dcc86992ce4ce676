import { durationSeconds, type Pcm } from '@viva-voce/audio'
import { bandwidthSignal } from './bandwidth-signal.ts'
import { loudnessSignals } from './loudness-signals.ts'
import { atMost, type Signal, shown } from './signal.ts'
import { type ExpectedVoice, voiceSignals } from './speaker/voice-signals.ts'
import { longTermSpectrum } from './spectrum.ts'
import {
  LENGTH_TOLERANCE_SECONDS,
  LENGTH_TOLERANCE_SHARE,
  NON_FINITE_SAMPLES,
} from './thresholds.ts'
import { waveformSignals } from './waveform-signals.ts'

/** What the stored synthesis ought to be. */
export interface ScanExpectation {
  /** The length that was charged; 0 or more. */
  seconds: number
  /** Silence that the text itself asked for (SSML breaks), in seconds; 0 by default. */
  askedPauseSeconds?: number
  /** Whose voice it ought to be; without it the speaker is not looked at. */
  voice?: ExpectedVoice | null
  /** Silence at the ends that the file's format adds and does not tell, in seconds at most; 0 by default. */
  paddingSeconds?: number
}

/** Result of a scan: it passes if every signal does. */
export interface Scan {
  passed: boolean
  /** In a fixed order; `noise_floor` only for clips of 1.5 s and more. */
  signals: Signal[]
}

/**
 * Checks that a stored synthesis is what was paid for: as long as charged, audible speech, without gaps,
 * clipping, offset, broken samples or a drowned or muffled voice, and in the voice that was sold.
 * @param pcm the audio as read back from storage: mono, any rate, any length, also empty or broken
 */
export function scanSynthesis(pcm: Pcm, expectation: ScanExpectation): Scan {
  const readable = withoutBrokenSamples(pcm)
  const spectrum = longTermSpectrum(readable)
  const signals = [
    finiteSamples(pcm),
    chargedLength(pcm, expectation),
    ...loudnessSignals(readable, spectrum, expectation.askedPauseSeconds ?? 0),
    ...waveformSignals(readable),
    bandwidthSignal(spectrum),
    ...(expectation.voice ? voiceSignals(readable, expectation.voice) : []),
  ]
  return { passed: signals.every(({ passed }) => passed), signals }
}

function finiteSamples({ samples }: Pcm): Signal {
  let broken = 0
  for (const value of samples) broken += Number(!Number.isFinite(value))
  const sentence = `${broken} samples are not numbers.`
  return atMost('finite_samples', broken, NON_FINITE_SAMPLES, sentence)
}

function chargedLength(
  pcm: Pcm,
  { seconds: charged, paddingSeconds = 0 }: ScanExpectation,
): Signal {
  const seconds = durationSeconds(pcm)
  const difference = Math.max(charged - seconds, seconds - charged - paddingSeconds, 0)
  const tolerance = Math.max(LENGTH_TOLERANCE_SECONDS, LENGTH_TOLERANCE_SHARE * charged)
  const sentence = `The file lasts ${shown(seconds, 3)} s, ${shown(charged, 3)} s were charged.`
  return atMost('charged_length', difference, tolerance, sentence)
}

/** The clip with zeros for what is no number, so that the other signals still say something. */
function withoutBrokenSamples({ samples, sampleRateHz }: Pcm): Pcm {
  return { samples: samples.map((value) => (Number.isFinite(value) ? value : 0)), sampleRateHz }
}
