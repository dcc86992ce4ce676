/**
 * Every constant of the mark. A change of anything under "Format" changes the format: raise
 * FORMAT_VERSION and renew vectors.json. Sources: "trial" is the numpy trial of the design (16 clips, 28
 * attacks); "sweep" is the score of the true message over 14 flite and espeak-ng clips of 2 to 5 s, clean,
 * in noise at 10, 20 and 30 dB, after echo, 8 kHz, MP3 32k, Opus 24k and 16k.
 */

// Format: time and frequency
/** Part of every key derivation, so that two formats never share a pattern. */
export const FORMAT_VERSION = 1
/** Both sides work here: telephone-wide codecs and 16 kHz engines keep all of it. */
export const WORK_RATE_HZ = 16_000
/** 10 ms. Trial: 8–12 ms fit speech (more cells, gain changes inside a pitch period); 32 ms reads three times worse. */
export const FRAME = 160
/** First marked bin, 700 Hz: below it cells are few, loud and easily heard. */
export const FIRST_BIN = 7
/** Marked bins, 700–6,800 Hz: MP3 and Opus at low rates keep little above. */
export const BINS = 62
/** The keyed pattern repeats every 1.2 s: long enough against averaging, short enough to search whole. */
export const PATTERN_FRAMES = 120

// Format: message and code
/** An unsigned 32-bit integer. */
export const PAYLOAD_BITS = 32
/** Keyed check. Trial: 16 reads better in noise than 32; the score bound below carries the false claims. */
export const CHECK_BITS = 16
export const MESSAGE_BITS = PAYLOAD_BITS + CHECK_BITS
/** Code bits for each message bit (trial; audiowmark uses the same rate). */
export const CODE_RATE = 6
/** Shift register length: 1,024 states decode in about a millisecond. */
export const CODE_MEMORY = 10
export const CODE_BITS = MESSAGE_BITS * CODE_RATE
/** Own random search over 2.9 million sets without a common factor (with one, messages share codewords): free distance 44, four paths of that weight, none of 45, three of 46. */
export const GENERATORS = [0o2765, 0o3233, 0o2551, 0o3671, 0o2353, 0o3077] as const
/** Cells of known sign in each frame: 14 of 62 (trial: about 22 %) leaves 48, so that … */
export const PILOT_BINS = 14
/** … six frames (60 ms) hold every code bit exactly once, and any short clip holds them evenly. */
export const BLOCK_FRAMES = CODE_BITS / (BINS - PILOT_BINS)

// Embedder
/** A cell this far under the clip's mean cell power is left alone; the depth rises linearly in dB to 1 at mean power. At equal noise-to-mask ratio 45 reads 4 % worse clean, no limit 5 % worse at 25 dB noise. */
export const DEPTH_RANGE_DB = 60
/** A cell that stands out from its neighbours by this much gets half: the reader clips it anyhow. At equal noise-to-mask ratio it adds 10 % to the score clean, 6 % at 25 dB noise. */
export const CONTRAST_HALF_DB = 8
/** Depth at mean cell power from which the closed loop starts, in dB at the middle of a frame: noise-to-mask ratio about −22 dB, 8 dB less noise than MP3 64k adds. */
export const STRENGTH_START_DB = 3.5
/** Most that a clip of at least LONG_SECONDS of sound is given for robustness. */
export const STRENGTH_MAX_LONG_DB = 4.5
/** Most that a clip of SHORT_SECONDS or less is given, and any clip that cannot be read otherwise: "Hello." has 40 times fewer cells than a paragraph. Over 8.7 dB the first-order gain would turn a cell over. */
export const STRENGTH_MAX_SHORT_DB = 8
export const LONG_SECONDS = 2
export const SHORT_SECONDS = 0.5
/** Score at which the loop stops. A claim needs about 9.3; the rest is for what happens to the file later. */
export const SCORE_TARGET = 20
/** Least score of the embedder's own blind reading; under it the clip is refused. */
export const SCORE_REFUSE = 9.8
/** How much of a longer clip is read back first; only where that does not read, all of it is. */
export const READ_BACK_SECONDS = 5
/** Placements that are tried on the shortest clips. */
export const SHORT_PLACEMENTS = 12
/** Most by which one round raises the strength. */
export const RAISE = 1.5
/** Rounds of the loop, at most. */
export const MAX_ROUNDS = 4
/** Under this much sound there is no room: one block of code bits in every cell would not be enough. */
export const MIN_ACTIVE_SECONDS = 0.15

// Detector
/** An eighth of a frame, so that no alignment is missed by more than a sixteenth (trial: 24 of 192 samples). */
export const HOP = 20
export const PHASES = FRAME / HOP
/** Share of each time neighbour taken off a cell's level, then of each frequency neighbour. They add up to 1, so that gain cancels; the split hardly matters (sweep, 0.3/0.2 to 0.4/0.1). */
export const WHITEN_TIME = 0.38
export const WHITEN_BIN = 0.12
/** Whitened levels are clipped here: speech onsets are 20 dB, a mark is 1. Sweep: 3 to 4 alike, 8 reads 6 % worse. */
export const CLIP_DB = 3.5
/** A cell this far under the mean cell power has no weight, one at it 1, rising to WEIGHT_MAX: loud cells survive noise and codecs. Sweep: 32 favours Opus, 55 the clean file, 2 % each. */
export const WEIGHT_RANGE_DB = 40
export const WEIGHT_MAX = 1.5
/** Share of a bin's quietest moments that is taken for its noise floor. */
export const FLOOR_QUANTILE = 0.1
/** A cell this far above the floor counts half. Sweep: against 6 dB, noise at 10 and 20 dB reads 40 and 20 % higher, a clean file 1 % lower; 24 is worse. */
export const FLOOR_MARGIN_DB = 18
/** Longest piece analysed at once; bounds memory and clock drift (50 ppm over 20 s is a tenth of a frame). */
export const PIECE_SECONDS = 20
/** Pieces that do not read whole are read again in windows this long, half overlapped: cuts and splices. */
export const WINDOW_SECONDS = 4.8
/** Alignments decoded in each window: the pilot's highest peaks. */
export const PEAKS = 8
/** A claim is made only under this bound on the chance that unmarked audio would earn it. */
export const FALSE_CLAIM_LIMIT = 1e-6
/** Pilot seen, code unreadable: "inconclusive" under this bound. */
export const PRESENCE_LIMIT = 1e-4
/** Spans are judged on half a pattern at a time. */
export const SPAN_FRAMES = 60
/** Least score of such a stretch; by chance one in a thousand passes it. */
export const SPAN_SCORE = 3.1
