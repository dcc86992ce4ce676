/** What a scan looks at; the names are stable. */
export type SignalName =
  | 'finite_samples'
  | 'charged_length'
  | 'speech_level'
  | 'silence_share'
  | 'longest_silence'
  | 'clipping'
  | 'dc_offset'
  | 'bandwidth'
  | 'noise_floor'
  | 'voice_match'
  | 'other_voice'

/** One finding of a scan. */
export interface Signal {
  name: SignalName
  /** What was measured, in the unit that the explanation names. */
  score: number
  /** The limit it was held against. */
  threshold: number
  passed: boolean
  /** One plain sentence with the figure. */
  explanation: string
}

/** A signal that passes while the score does not exceed the threshold. */
export function atMost(
  name: SignalName,
  score: number,
  threshold: number,
  explanation: string,
): Signal {
  return { name, score, threshold, passed: score <= threshold, explanation }
}

/** A signal that passes while the score does not fall below the threshold. */
export function atLeast(
  name: SignalName,
  score: number,
  threshold: number,
  explanation: string,
): Signal {
  return { name, score, threshold, passed: score >= threshold, explanation }
}

/** A number for a sentence: one decimal, and none for the sign of zero. */
export function shown(value: number, digits = 1): string {
  return (value + 0).toFixed(digits)
}
