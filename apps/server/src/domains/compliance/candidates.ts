import {
  type Candidate,
  type Probes,
  rankCandidates,
} from '../../../../../packages/fingerprint/index.ts'
import type { Db } from '../../kit/db.ts'
import { entriesOf } from './fingerprint-store.ts'

/** Votes under which a candidate is chance: of 10,000 syntheses about one reaches three (bench/fingerprint). */
const leastVotes = 3
/** Candidates that are tested; each test costs milliseconds and adds to the chance of a false claim. */
const mostCandidates = 8
/** Of one hash, the latest syntheses that have it; more is one text that is bought again and again. */
const mostOfOneHash = 64

/** The syntheses that a stretch of audio may be, likeliest first: suspicions, to be tested for their mark. */
export async function findCandidates(db: Db, probes: Probes): Promise<Candidate[]> {
  if (probes.hashes.length === 0) return []
  const entries = await entriesOf(db, probes.hashes, mostOfOneHash)
  const matches = entries.map((entry) => ({ ...entry, number: Number(entry.number) }))
  return rankCandidates(probes, matches, { atLeast: leastVotes, atMost: mostCandidates })
}
