// Limits for a talent's recordings. They are meant to be met by a quiet room and any microphone of a telephone.

/** Speech in all, in seconds, under which nothing can be trained (product.md section 2). */
export const LEAST_SPEECH_SECONDS = 10
/** What more of it brings is told up to here. */
export const GOOD_SPEECH_SECONDS = 60
/** Quieter recordings hold nothing but the noise of their converter. */
export const LEAST_ACTIVE_DB = -50
/** Frames this near the active level are speech (ITU-T P.56's margin) … */
export const SPEECH_MARGIN_DB = 15.9
/** … and so are the gaps between them up to this long (ITU-T P.56's hangover). */
export const HANGOVER_SECONDS = 0.2
/** Under this ratio of speech to background nothing tells them apart: a constant sound has 0 to 3 dB. */
export const TELLING_SNR_DB = 6
/** Under this the voice model learns the background too. A fan in the room leaves 20 to 30 dB. */
export const LEAST_SNR_DB = 20
/** More is not measured: 16-bit silence is deeper than any room. */
export const MOST_SNR_DB = 70
/** The top of a side of the wave is what this share of the samples exceeds. */
export const OVERSHOOT_SHARE = 5e-5
/** Samples within 1.5 dB of it stand on top. */
export const TOP_SHARE_OF_PEAK = 10 ** (-1.5 / 20)
/** Share of samples on top. 42 engine clips of 2 to 8 s have 0.02 to 0.76 %; 6 dB of hard clipping has 0.6 to 13 %, median 1.4. */
export const CLIPPED_TOP_SHARE = 0.008
/** Highest frequency: a telephone line ends at 3.4 to 4 kHz, a recording at 16 kHz at 8 kHz. */
export const LEAST_BANDWIDTH_HZ = 5_000
/** Sound that takes longer to fall by 60 dB stands in a room that training would learn too. */
export const MOST_DECAY_SECONDS = 0.35
/** Under this score the two most different parts of a recording are of two people … */
export const SEVERAL_SPEAKERS_SCORE = 2
/** … if each has this much speech in one recording: in less, what is said differs more than who says it. */
export const LEAST_SPLIT_SECONDS = 8
/** Two recordings are compared from this much speech in each. */
export const LEAST_SPEAKER_SECONDS = 4
