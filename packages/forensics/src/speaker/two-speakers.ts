import type { Pcm } from '@viva-voce/audio'
import { ownEmbedder, type SpeakerEmbedding } from './embedding.ts'
import { speechFrames } from './features.ts'
import { scoreSpeakers } from './score.ts'
import type { Statistics } from './total-variability.ts'

/** Speech, in frames, that a window holds: long enough for a voice, shorter than most turns of a talk. */
const WINDOW = 200
/** Windows of a long recording are taken evenly over it, so that the work is bounded. */
const MAX_WINDOWS = 60
/** Times that windows go to the nearer of the two speakers; they settle in two or three. */
const ROUNDS = 4

/** Two speakers, if there were two: which parts of a clip they would have, and how alike those are. */
export interface SpeakerSplit {
  /** As `scoreSpeakers`: over 0 for one speaker; the lower, the surer two. */
  score: number
  /** Seconds of speech of the one with less. */
  lesserSeconds: number
}

/**
 * Splits a clip's speech into the two most different speakers that its windows of two seconds give: the two least
 * alike windows begin, each other one goes to the nearer, and the two are heard again as a whole. Null for under 4 s of speech, and
 * where all windows go to one side.
 */
export function splitSpeakers(pcm: Pcm): SpeakerSplit | null {
  const embedder = ownEmbedder()
  const frames = speechFrames(pcm)
  const count = Math.floor(frames.count / WINDOW)
  if (count < 2) return null
  const step = Math.max(1, count / MAX_WINDOWS)
  const windows = Array.from({ length: Math.min(count, MAX_WINDOWS) }, (_, i) => {
    const from = Math.floor(i * step) * WINDOW
    const statistics = embedder.statistics(frames, from, from + WINDOW)
    return { statistics, embedding: embedder.embedding(statistics, WINDOW) }
  })
  let pair = leastAlike(windows.map(({ embedding }) => embedding))
  let sides: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    sides = windows.map(({ embedding }) => nearer(embedding, pair))
    pair = [0, 1].map((side) =>
      together(windows.filter((_, i) => sides[i] === side).map(({ statistics }) => statistics)),
    ) as typeof pair
    if (pair.some(({ seconds }) => seconds === 0)) return null
  }
  const lesserSeconds = Math.min(pair[0].seconds, pair[1].seconds) * step
  return { score: scoreSpeakers(...pair), lesserSeconds }
}

function leastAlike(embeddings: SpeakerEmbedding[]): [SpeakerEmbedding, SpeakerEmbedding] {
  let pair: [SpeakerEmbedding, SpeakerEmbedding] = [embeddings[0]!, embeddings[1]!]
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < embeddings.length; i++) {
    for (let j = 0; j < i; j++) {
      const score = scoreSpeakers(embeddings[i]!, embeddings[j]!)
      if (score < least) [least, pair] = [score, [embeddings[j]!, embeddings[i]!]]
    }
  }
  return pair
}

function nearer(embedding: SpeakerEmbedding, [a, b]: [SpeakerEmbedding, SpeakerEmbedding]): number {
  return scoreSpeakers(embedding, b) > scoreSpeakers(embedding, a) ? 1 : 0
}

function together(parts: Statistics[]): SpeakerEmbedding {
  const embedder = ownEmbedder()
  const [first] = parts
  if (!first) return embedder.embedding(embedder.noStatistics(), 0)
  const sum = { occupancy: first.occupancy.slice(), deviations: first.deviations.slice() }
  for (const part of parts.slice(1)) {
    for (let i = 0; i < sum.occupancy.length; i++) sum.occupancy[i]! += part.occupancy[i]!
    for (let i = 0; i < sum.deviations.length; i++) sum.deviations[i]! += part.deviations[i]!
  }
  return embedder.embedding(sum, parts.length * WINDOW)
}
