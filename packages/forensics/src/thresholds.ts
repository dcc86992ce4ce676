// "Engine clips" below: 128 of flite and espeak-ng, 0.3 to 15 s, marked and stored at 24 kHz.

/** Samples that are not finite numbers: a stored 16-bit file has none, so one means a broken reader or engine. */
export const NON_FINITE_SAMPLES = 0

/** Charged and stored length may differ by this much: rounding to samples at either rate and the resampler's last sample. */
export const LENGTH_TOLERANCE_SECONDS = 0.02
/** … or by this share, where an engine rounds each sentence to its frames (5 to 12 ms). */
export const LENGTH_TOLERANCE_SHARE = 0.005

/** Speech band of the telephone (ITU-T G.712): where loudness and intelligibility lie. */
export const SPEECH_BAND_HZ = [300, 3_400] as const
/** Active level in that band. Engine clips have −31 to −15 dBFS; under −50 a listener hears nothing at usual volume. */
export const SPEECH_LEVEL_DB = -50

/** A 20 ms frame counts as silent this far under the active level: the lower edge of speech (ITU-T P.56 uses 15.9 dB for activity; weak consonants lie 30 dB down). */
export const SILENT_UNDER_ACTIVE_DB = 40
/** Share of silent frames. Engine clips have 4 to 59 %, the most in single words between padded ends. */
export const SILENCE_SHARE = 0.75
/** Seconds of silence in one piece. Engine clips have up to 0.34 s; a paragraph may pause for 2 s; more is a gap. */
export const LONGEST_SILENCE_SECONDS = 3

/** Samples this near the clip's peak belong to a flat top … */
export const FLAT_TOP_SHARE = 0.999
/** … if so many follow each other: at 24 kHz a sine stays so near its peak for under four samples down to 90 Hz. */
export const FLAT_TOP_RUN = 4
/** Share of samples on flat tops, a thousandth: engine clips have none, 6 dB of hard clipping twenty times as much. */
export const CLIPPED_SHARE = 0.001

/** Mean of the samples, of full scale: −40 dBFS. Engine clips have up to 0.005; more clicks at the ends. */
export const DC_OFFSET = 0.01

/** Highest frequency with content. Engine clips reach 4 kHz and more, a telephone 3.4 (ITU-T G.712); less is muffled or a hum. */
export const BANDWIDTH_HZ = 3_000
/** Content is what stands within this many dB of the strongest third of an octave. */
export const BANDWIDTH_DEPTH_DB = 50

/** Level of the quietest twentieth of the frames against the active level. Engine clips are at −36 or less; −15 is a voice in loud noise. */
export const NOISE_FLOOR_DB = -15
/** Too few frames to speak of a floor: a word without a pause has none. */
export const NOISE_FLOOR_SECONDS = 1.5
