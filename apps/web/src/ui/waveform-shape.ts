/** "VV" in ASCII: the payload that the drawn waveforms carry. */
const payload = '0101011001010110'

export interface Bar {
  /** Share of the full height, 0 to 1. */
  height: number
  /** True where the drawn watermark has a one. */
  marked: boolean
}

/** The rhythm of a spoken sentence: how many bars each word lasts, and how loud it is. */
const words = [
  [13, 0.7],
  [8, 0.5],
  [21, 1],
  [6, 0.4],
  [16, 0.75],
  [25, 0.92],
  [9, 0.45],
  [18, 0.82],
] as const
const pauseBars = 2

/** A speech-like outline: words of uneven length and loudness with short pauses; always the same. */
export function waveformShape(count: number): Bar[] {
  const outline = outlineOf(count)
  return outline.map((loudness, i) => {
    const syllable = 0.62 + 0.38 * Math.sin(i * 1.1 + Math.sin(i * 0.31) * 2)
    const grain = 0.7 + 0.3 * Math.abs(Math.sin(i * 12.9898))
    return {
      height: Math.max(0.025, loudness * syllable * grain),
      marked: i % 4 === 0 && payload[(i / 4) % payload.length] === '1',
    }
  })
}

function outlineOf(count: number): number[] {
  const outline: number[] = []
  for (let word = 0; outline.length < count; word++) {
    const [length, loudness] = words[word % words.length]!
    for (let i = 0; i < length; i++) {
      outline.push(loudness * Math.sin(((i + 0.5) / length) * Math.PI) ** 0.7)
    }
    for (let i = 0; i < pauseBars; i++) outline.push(0)
  }
  return outline.slice(0, count)
}
