// Chosen on one half of the trials of bench/forensics and reported on the other: docs/deepfake-scan.md.

/** Score under which a synthesis is not in the voice that was sold: as likely somebody else as not. */
export const VOICE_MATCH_SCORE = 0
/** Speech that a voice can be told from, in seconds. */
export const LEAST_MATCHED_SECONDS = 1
/** Two voices under this score are different enough to be told apart in a file. */
export const DISTINCT_SCORE = 2
/** How much nearer than its own voice a synthesis may be to a different one. */
export const OTHER_VOICE_LEAD = 3
/** Score from which recordings are of the same person as another talent's voice. */
export const THEFT_SCORE = 10
