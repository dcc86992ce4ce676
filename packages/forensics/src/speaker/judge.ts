import type { SpeakerEmbedding } from './embedding.ts'
import { scoreSpeakers } from './score.ts'
import { DISTINCT_SCORE, OTHER_VOICE_LEAD, VOICE_MATCH_SCORE } from './thresholds.ts'

/** How embeddings of one model are compared, and what their scores mean. */
export interface SpeakerJudge {
  /** The higher, the likelier one speaker. */
  score(a: SpeakerEmbedding, b: SpeakerEmbedding): number
  /** Score under which a synthesis is not in the voice that was sold. */
  matchScore: number
  /** Two voices under this score can be told apart in a file. */
  distinctScore: number
  /** How much nearer than its own voice a synthesis may be to a different one. */
  otherLead: number
}

/** Of the model that comes with the package. */
export const ownJudge: SpeakerJudge = {
  score: scoreSpeakers,
  matchScore: VOICE_MATCH_SCORE,
  distinctScore: DISTINCT_SCORE,
  otherLead: OTHER_VOICE_LEAD,
}
