import { type Candidate, type Probes, rankCandidates } from '@viva-voce/fingerprint'
import type { Context } from '../../context.ts'
import type { Db } from '../../kit/db.ts'
import { entriesOf } from './fingerprint-store.ts'

/** Votes under which a candidate is nearly always chance (bench/fingerprint). */
const leastVotes = 3
/** More suspects would find hardly more, and each adds to the chance of a false claim. */
const mostSuspects = 8
/** Of one hash, the latest syntheses that have it; more is one text that is bought again and again. */
const mostOfOneHash = 64

/** The syntheses that a stretch of audio sounds like, likeliest first. */
export async function findCandidates(db: Db, probes: Probes): Promise<Candidate[]> {
  if (probes.hashes.length === 0) return []
  const entries = await entriesOf(db, probes.hashes, mostOfOneHash)
  const matches = entries.map((entry) => ({ ...entry, number: Number(entry.number) }))
  return rankCandidates(probes, matches, { atLeast: leastVotes, atMost: mostSuspects })
}

/** The numbers of those syntheses; none when the registry cannot be asked, which is logged. */
export async function suspectsFor(ctx: Context, probes: Probes): Promise<number[]> {
  try {
    const candidates = await findCandidates(ctx.db, probes)
    return candidates.map(({ number }) => number)
  } catch (error) {
    ctx.logger.warn({ err: error }, 'the registry of fingerprints could not be asked')
    return []
  }
}
