import type { Pcm } from '@viva-voce/audio'
import { detectMarks, type Verdict } from './detect-marks.ts'
import type { WatermarkKey } from './keys.ts'
import type { Span } from './spans.ts'

/** What a blind reading found, where one mark is expected. */
export interface Detection {
  /** `inconclusive`: a mark is there but cannot be read, or there is too little sound to say. */
  verdict: Verdict
  /** The payload of the most certain mark, if `marked`. */
  payload: number | null
  /** Correlation with the best pattern in standard deviations of unmarked audio; about 8 is chance, 9.3 a claim. */
  score: number
  /** Bound on the chance that audio without this mark earns the verdict; 1 if no mark is claimed. */
  falseClaimProbability: number
  /** Where the mark stands, in time order. */
  spans: Span[]
  /** Version of the key that read it, if `marked`. */
  keyVersion: number | null
}

/**
 * Reads the most certain watermark of a file; `detectMarks` reads all.
 * @param pcm mono at 8 to 192 kHz, any length
 * @param options.keys at least one key, each tried on its own
 * @throws WatermarkError `bad_key` without a usable key, `bad_audio` if the rate is out of range or a sample is not finite
 */
export function detect(pcm: Pcm, { keys }: { keys: readonly WatermarkKey[] }): Detection {
  const { verdict, marks, score, falseClaimProbability } = detectMarks(pcm, { keys })
  const mark = marks[0]
  return {
    verdict,
    payload: mark?.payload ?? null,
    score,
    falseClaimProbability,
    spans: mark?.spans ?? [],
    keyVersion: mark?.keyVersion ?? null,
  }
}
