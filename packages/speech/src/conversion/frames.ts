/** What every stage of voice conversion agrees on: rate, hop, transform size and orders. */
import { createRealFft, type RealFft } from '@viva-voce/audio'

/** All analysis and synthesis run at this rate, in hertz: flite's own, and the rate of the cited papers. */
export const RATE_HZ = 16_000
/** Samples from frame to frame: 5 ms (Toda, Black, Tokuda 2007, section V). */
export const HOP = 80
/** Samples of every spectrum: holds three periods of the lowest F0 (Morise 2015) at 16 kHz. */
export const FFT_SIZE = 1024
/** Bins of a real spectrum, 0 Hz to 8 kHz. */
export const BINS = FFT_SIZE / 2 + 1
/** Highest mel-cepstral coefficient; c0 is the level (Toda et al. 2007 use 24, Tokuda et al. 1994 25). */
export const ORDER = 25
/** Coefficients of one frame, c0..c25. */
export const COEFFICIENTS = ORDER + 1
/** All-pass constant that bends 16 kHz to the mel scale (Tokuda et al. 1994; SPTK reference, `mgcep -a 0.42`). */
export const WARPING = 0.42
/** Range in which F0 is looked for, in hertz: a low male voice to a high female or child's voice. */
export const MIN_F0_HZ = 65
export const MAX_F0_HZ = 500

/** Frames analysed or mapped between two turns of the caller: some tens of milliseconds of work. */
export const FRAMES_A_TURN = 500

let shared: RealFft | undefined

/** The one FFT of this size and thread: its memory is never given back, so stages share it in turn. */
export function sharedFft(): RealFft {
  shared ??= createRealFft(FFT_SIZE)
  return shared
}

/** Frames of `length` samples: one every HOP from sample 0 on, none for no samples. */
export function frameCount(length: number): number {
  return length === 0 ? 0 : Math.floor((length - 1) / HOP) + 1
}
