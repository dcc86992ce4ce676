/**
 * Every constant of the mark. A change of anything under "Format" changes the format: raise
 * FORMAT_VERSION and renew vectors.json. Sources: "trial" is the numpy trial of the design (16 clips, 28
 * attacks); "sweep" is the score of the true message over 14 flite and espeak-ng clips of 2 to 5 s, clean,
 * in noise at 10, 20 and 30 dB, after echo, 8 kHz, MP3 32k, Opus 24k and 16k.
 */

// Format: time and frequency
/** The format that is written; formats.ts says how it differs from the older ones that are still read. */
export const FORMAT_VERSION = 2
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
/** Keyed check of format 1. */
export const CHECK_BITS = 16
/** Code bits of a message in every format. */
export const CODE_BITS = 288
/** Cells of known sign in each frame: 14 of 62 (trial: about 22 %) leaves 48, so that … */
export const PILOT_BINS = 14
/** … six frames (60 ms) hold every code bit exactly once, and any short clip holds them evenly. */
export const BLOCK_FRAMES = CODE_BITS / (BINS - PILOT_BINS)

// Embedder
/** A cell this far under the clip's mean cell power is left alone; the depth rises linearly in dB to 1 at mean power. At equal noise-to-mask ratio 45 reads 4 % worse clean, no limit 5 % worse at 25 dB noise. */
export const DEPTH_RANGE_DB = 60
/** A cell that stands out from its neighbours by this much gets half: the reader clips it anyhow. At equal noise-to-mask ratio it adds 10 % to the score clean, 6 % at 25 dB noise. */
export const CONTRAST_HALF_DB = 8
/** Depth at mean cell power from which the closed loop starts, in dB at the middle of a frame, and what a clip of at least LONG_SECONDS of sound always gets: PESQ-WB 4.5 in the mean over 5 s of the tuning half (3.6 dB: 4.55; 5.6 dB: 4.46). */
export const STRENGTH_START_DB = 4.5
export const STRENGTH_MAX_LONG_DB = STRENGTH_START_DB
/** Most that a clip of SHORT_SECONDS or less is given, and any clip that cannot be read otherwise: "Hello." has 40 times fewer cells than a paragraph. Over 8.7 dB the first-order gain would turn a cell over. */
export const STRENGTH_MAX_SHORT_DB = 8
/** From here on no clip is given more: PESQ-WB 4.5 in the mean over 1 s of the tuning half too (4.44 while clips under 1.25 s were given up to 5.8 dB). */
export const LONG_SECONDS = 0.85
export const SHORT_SECONDS = 0.5
/** Score at which the loop stops. A claim needs about 9.3; the rest is for what happens to the file later. */
export const SCORE_TARGET = 20
/** How much of a long clip the embedder's loop listens to. */
export const LOOP_SECONDS = 8
/** Least score of the embedder's own blind reading; under it the clip is refused. */
export const SCORE_REFUSE = 9.8
/** Score at one alignment that needs no closer look: the reader has twice as many to choose from, and was seen to choose one that reads 1.4 lower. */
export const SCORE_SURE = 12
/** How much of a longer clip's loudest part is read back first; where that does not read, this much of its beginning, and only then all of it. In less, data scores fall under DATA_CERTAIN, and the lead costs 32 decodings. */
export const READ_BACK_FIRST_SECONDS = 2
export const READ_BACK_SECONDS = 3
/** Placements that are tried on the shortest clips. */
export const SHORT_PLACEMENTS = 12
/** The best of them, tried at each strength until one reads. */
export const KEPT_PLACEMENTS = 3
/** A clip with so much sound is marked where it begins. */
export const PLACED_SECONDS = 1.25
/** Pilot score at which an alignment belongs to a mark that is there already; one in a hundred thousand clips has it by chance and loses one of 120 places. */
export const TAKEN_PILOT = 5
/** Most by which one round raises the strength. */
export const RAISE = 1.5
/** By how much a clip that does not read is marked more deeply at each try. */
export const RETRY_RAISE = 1.1
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
/** A claim is made only under this bound on the chance that unmarked audio would earn it. */
export const FALSE_CLAIM_LIMIT = 1e-6
/** Pilot seen, code unreadable: "inconclusive" under this bound. */
export const PRESENCE_LIMIT = 1e-4
/** Spans are judged on half a pattern at a time. */
export const SPAN_FRAMES = 60
/** Least score of such a stretch; a hundred of them at ten alignments pass by chance in one file of ten. */
export const SPAN_SCORE = 4
/** Stretches less apart than this are one: pauses carry no mark. */
export const SPAN_GAP_SECONDS = 0.65
/** Frames in a block, the shortest time that is aligned by itself: 150 ms, in which 1 % of speed is a hop. */
export const BLOCK_OF_FRAMES = 15
/** Frames in a block of a slipping track, a part of BLOCK_OF_FRAMES: 50 ms. Tuning half: 3 to 8 read alike. */
export const SLIP_BLOCK_FRAMES = 5
/** Slips that the model expects. sox slips once in 0.4 s at 2 % and, by pitch periods of 5 to 16 ms, once in 0.3 s at 3 %. */
export const SLIPS_PER_SECOND = 4
/** Most that a slip skips or repeats: 12.5 ms. */
export const SLIP_FRAMES = 1.25
/** Share of slips that go anywhere: cuts and insertions. */
export const SLIP_FAR_SHARE = 0.02
/** Square of the pilot score that the model expects of a second. Tuning half: 32 reads as 16 and 2 % stronger, 8 loses 5 of 150. */
export const SLIP_PILOT_RATE = 24
/** The same where a slipping pilot is only looked for: faint ones count too. */
export const SLIP_SEARCH_RATE = 16
/** Places less probable than this are left out of a reading. */
export const PLACE_LEAST = 0.02
/** Alignments decoded over a whole piece. */
export const WHOLE_PEAKS = 4
/** Windows of 4.8 s, and of 1.2 s for short marks in other sound; even numbers. */
export const WINDOW_BLOCKS = 32
export const WINDOW_PEAKS = 3
export const SHORT_WINDOW_BLOCKS = 8
/** Least pilot score in a window that is worth decoding; noise gives about 3 at the best of 960 alignments. */
export const WINDOW_PILOT = 3
export const SHORT_WINDOW_PILOT = 3.8

// Speed, stretch and pitch
/** Hops in a frame while searching, and in the embedder's own reading, which begins on a frame: half as fine as when reading. */
export const COARSE_PHASES = 4
/** Pitches that are tried: 0.5 % off is 0.3 of a bin at the highest, 0.2 at 3.4 kHz. */
export const COARSE_PITCHES = [1, 1.01, 0.99, 1.02, 0.98, 1.03, 0.97]
/** Changes of tempo are searched to 3 % and a little over. */
export const WARP_MOST = 0.032
/** Two hops over 4.8 s, an eighth of a frame from the middle of the step. */
export const TEMPO_STEP = 0.001
/** The widest step, in clips of 2.4 s and less: half of it moves their ends by half a hop of the search. */
export const MOST_TEMPO_STEP = 0.002
/** How far from the pitches that are tried a change of speed may lie. */
export const TEMPO_SLACK = 0.0075
export const PITCH_SLACK = 0.009
/** Pitches tried around a pitch shift's. */
export const PITCH_TRIALS = [-0.004, 0, 0.004]
/** Tempos tried around a suspect's, in half steps. */
export const TEMPO_TRIALS = [-1, 0, 1]
/** Pilot score that makes a suspect; unmarked audio gives 4.5 at the best of 50,000 lines. */
export const COARSE_PILOT = 4.7
export const WARP_CANDIDATES = 2
/** Slipping tracks at other pitches that are read, after those. */
export const SLIP_CANDIDATES = 2
/** Log-likelihood that makes one; 18 unmarked clips of the tuning half gave 0.2 at most at the best of four pitches. */
export const SLIP_SUSPECT = 1
export const WARP_WINDOW_SECONDS = 4.8
/** Least score of the data cells alone: the best of 2^32 messages has 6.7 by chance, and where two marks share a pilot it must not carry the claim of a mixture. */
export const DATA_LEAST = 8

// Test of one payload
/** Longest part that is tested; two of them fit the correlation that lays the original over the copy. */
export const INFORMED_SECONDS = 16
/** Log-likelihood by which a claimed message must lead the next: at 8 deviations one message of eight is decoded wrong, and the false claim bound is about unmarked audio only. */
export const LEAD_LEAST = 9
/** Data score from which the lead is not looked at: no message of a thousand was wrong there. */
export const DATA_CERTAIN = 12
/** A path of all known cells: amplitudes, in standard deviations over the stretch, that it is sought with; one near the true one loses little. */
export const KNOWN_AMPLITUDES = [8, 12] as const
/** Most that it slides from one block to the next. */
export const SLIDE_FRAMES = 0.75
/** Log-likelihoods that its slides and jumps cost, for which the bound pays 0.44 a block. */
export const KNOWN_SLIDE_COST = 3.5
export const KNOWN_JUMP_COST = 8.5
