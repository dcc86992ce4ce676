import { concatenate, durationSeconds, type Pcm, peak, silence } from '@viva-voce/audio'

/** The rate of all speech that leaves this package, in hertz. */
export const OUTPUT_SAMPLE_RATE_HZ = 24_000
/** Under it, relative to the sentence's peak, its beginning and end count as part of a pause: -40 dB. */
const SILENT_PART = 0.01

/** Audio of a sentence with the pause before it, and when the sentence itself is heard in the whole. */
export interface SpokenChunk extends Pcm {
  /** The sentence as it was written; '' for a pause at the end. */
  text: string
  /** From the beginning of the whole speech, after the pause. */
  startSeconds: number
  endSeconds: number
}

/** Lays sentences and pauses end to end, and knows where it is. */
export class Timeline {
  private seconds = 0
  private naturalSeconds = 0
  private breakSeconds: number | undefined
  private tailSeconds = 0
  hasSpoken = false

  /** The natural pause after what was placed last; replaces the one before. */
  pause(seconds: number): void {
    this.naturalSeconds = seconds
  }

  /** An exact pause in place of the natural one, from the last sound to the next; two add up. */
  rest(seconds: number): void {
    this.breakSeconds = (this.breakSeconds ?? 0) + seconds
  }

  place(sentence: Pcm, text: string): SpokenChunk {
    const [head, tail] = silentEdges(sentence)
    const natural = this.hasSpoken ? this.naturalSeconds : 0
    const exact =
      this.breakSeconds === undefined ? undefined : this.breakSeconds - this.tailSeconds - head
    const pause = silence(Math.max(0, exact ?? natural), OUTPUT_SAMPLE_RATE_HZ)
    const pcm = pause.samples.length > 0 ? concatenate([pause, sentence]) : sentence
    const startSeconds = this.seconds + durationSeconds(pause)
    this.seconds += durationSeconds(pcm)
    this.hasSpoken = true
    this.breakSeconds = undefined
    this.tailSeconds = tail
    return { ...pcm, text, startSeconds, endSeconds: this.seconds }
  }

  /** The rest at the end of the text, if there is one. */
  end(): SpokenChunk | undefined {
    const pause = silence(
      Math.max(0, (this.breakSeconds ?? 0) - this.tailSeconds),
      OUTPUT_SAMPLE_RATE_HZ,
    )
    if (pause.samples.length === 0) return undefined
    const end = this.seconds + durationSeconds(pause)
    return { ...pause, text: '', startSeconds: this.seconds, endSeconds: end }
  }
}

/** Seconds of silence that a sentence itself begins and ends with. */
function silentEdges(sentence: Pcm): [head: number, tail: number] {
  const { samples, sampleRateHz } = sentence
  const floor = peak(sentence) * SILENT_PART
  let first = 0
  while (first < samples.length && Math.abs(samples[first]!) <= floor) first++
  if (first === samples.length) return [0, 0]
  let last = samples.length - 1
  while (Math.abs(samples[last]!) <= floor) last--
  return [first / sampleRateHz, (samples.length - 1 - last) / sampleRateHz]
}
