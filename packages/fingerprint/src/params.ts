/**
 * Every constant of the fingerprint. The design is that of J. Haitsma, T. Kalker, "A highly robust audio
 * fingerprinting system" (ISMIR 2002): a word of bits for each short frame, a bit for each pair of
 * neighbouring bands, set when the difference of their energies has grown. What differs is fitted to speech
 * and to a database index, and was chosen by the sweep of bench/fingerprint.
 * A change of anything under "Format" raises FINGERPRINT_VERSION, and the registry reads its audio again.
 */

// Format
export const FINGERPRINT_VERSION = 1
/** A telephone line keeps what stands below; 8 kHz holds all of it. */
export const WORK_RATE_HZ = 8_000
/** 256 ms, a syllable or two: twice what 128 ms finds in noise at 10 dB. */
export const WINDOW = 2_048
/** 16 ms, so that a query's frame is never more than 8 ms beside a stored one. */
export const HOP = 128
/** Bands from 300 to 3,000 Hz, equal in ratio, so that a change of speed only shifts them. */
export const LOW_HZ = 300
export const HIGH_HZ = 3_000
export const BANDS = 25
/** One for each pair of neighbouring bands. */
export const BITS = BANDS - 1
/** Frames (112 ms) between the two moments whose band differences are compared; 48 ms finds a third less. */
export const LAG_FRAMES = 7
/** Energies are compressed by this power, about as the ear does (S. S. Stevens' 0.3 for loudness). */
export const COMPRESSION = 0.25
/** Every fourth frame (64 ms) is stored; a query asks for all of its own, so one of them is near. */
export const STORED_STRIDE = 4
/** Frames this far under the loudest are noise, and are left out. */
export const LOUD_RANGE_DB = 25

// Query
/** Bits nearest to turning over are tried both ways (as in Haitsma and Kalker, section 4.4). */
export const FLIPPED_BITS = 4
/** Band edges of a query are shifted by these factors, each of which serves about ±1.2 % of speed or pitch. */
export const SCALES = [1, 0.98, 1.02] as const
/** Matches of one synthesis vote together when their time offsets lie in a bin of this many frames (0.26 s). */
export const OFFSET_BIN_FRAMES = 16
