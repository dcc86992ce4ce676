import type { SpeakerEmbedding } from './embedding.ts'
import { speakerModel } from './model.ts'

/**
 * How much likelier two embeddings are of one speaker than of two, as a natural logarithm: 0 says nothing. The two-covariance
 * model (S. Ioffe, ECCV 2006; N. Brümmer, E. de Villiers, Odyssey 2010), each side's own scatter growing as its speech gets shorter.
 * Throws RangeError for embeddings of different models.
 */
export function scoreSpeakers(a: SpeakerEmbedding, b: SpeakerEmbedding): number {
  const { between, shortness, version } = speakerModel()
  if (a.version !== version || b.version !== version) {
    throw new RangeError(`embeddings of versions ${a.version} and ${b.version}, not ${version}`)
  }
  const within = ({ seconds }: SpeakerEmbedding) => 1 + shortness / Math.max(seconds, 0.01)
  const [ownA, ownB] = [within(a), within(b)]
  let sum = 0
  for (let d = 0; d < between.length; d++) {
    const shared = between[d]!
    const [p, q, x, y] = [shared + ownA, shared + ownB, a.values[d]!, b.values[d]!]
    const determinant = p * q - shared * shared
    const together =
      Math.log(determinant) + (q * x * x - 2 * shared * x * y + p * y * y) / determinant
    sum += 0.5 * (Math.log(p * q) + (x * x) / p + (y * y) / q - together)
  }
  return sum
}
