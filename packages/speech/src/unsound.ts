/** What only a fault of an engine sounds like. */
import type { Pcm } from '@viva-voce/audio'

/** Nearer to full scale than this, and as loud as the sample before, is where samples were cut off. */
const FULL_SCALE = 0.999
const LEAST_RUN = 3
/** Engines at their loudest reach full scale in single samples, if at all; a thousandth in runs is audible. */
const CLIPPED_SHARE = 0.001
/** A sign or two may have no sound in a language. */
const FEWEST_LETTERS = 3

/** Whether an engine's audio has flat tops at full scale. Louder than that without them is no clipping: it is brought down. */
export function isClipped({ samples }: Pcm): boolean {
  let clipped = 0
  let run = 1
  for (let n = 1; n <= samples.length; n++) {
    const goes = n < samples.length && samples[n] === samples[n - 1]
    if (goes && Math.abs(samples[n]!) >= FULL_SCALE) run++
    else {
      if (run >= LEAST_RUN) clipped += run
      run = 1
    }
  }
  return clipped > CLIPPED_SHARE * samples.length
}

/** Whether a text has enough letters or figures that some of them should be heard. */
export function shouldBeHeard(texts: readonly string[]): boolean {
  return texts.reduce((sum, text) => sum + countLetters(text), 0) >= FEWEST_LETTERS
}

/** Letters and figures of a text. */
export function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
