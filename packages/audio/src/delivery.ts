/** What no true peak of delivered speech is over, in dBTP (product rule). */
export const peakLimitDbtp = -1
/**
 * What all speech is mastered to (product rule, EBU R 128 practice for speech on the web): −16 LUFS; the true peak half a
 * decibel under the limit, which leaves most of the room that the watermark takes. It adds up to 1.6 dB to single peaks,
 * so they are limited once more behind it.
 */
export const masterTarget = { targetLufs: -16, ceilingDbtp: -1.5 } as const
