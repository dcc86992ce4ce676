import type { Pcm } from '@viva-voce/audio'
import { probesOf } from '@viva-voce/fingerprint'
import { detectMarks, testPayload, type WatermarkKey } from '@viva-voce/watermark'
import type { AskRegistry, Mark } from './detection-protocol.ts'

/** As many payloads as 32 bits make. */
const payloads = 2 ** 32
/** A test costs up to as much as a blind reading, so only the likeliest suspects are tested. */
const mostTests = 3
/** No claim is made above this chance of a false one, as in blind reading. */
const claimLimit = 1e-6

/** The marks of a stretch, and how sure it is that there is one that cannot be read. */
export interface StretchReading {
  marks: Mark[]
  /** Bound on the chance of such signs without a mark; 1 where there are none. */
  presenceProbability: number
}

/**
 * Reads a stretch blind; where that claims nothing, asks the registry which syntheses it sounds like, whether
 * the best reading, too faint to be claimed by itself, names one of those, and tests for the likeliest of them.
 */
export async function readStretch(
  pcm: Pcm,
  keys: readonly WatermarkKey[],
  ask: AskRegistry,
): Promise<StretchReading> {
  const { verdict, marks, candidate, falseClaimProbability } = detectMarks(pcm, { keys })
  if (marks.length > 0) {
    const found = marks.map(({ payload, keyVersion, spans, falseClaimProbability: chance }) => ({
      ...{ payload, keyVersion, spans, falseClaimProbability: chance, method: 'blind' as const },
    }))
    return { marks: found, presenceProbability: 1 }
  }
  const presenceProbability = verdict === 'inconclusive' ? falseClaimProbability : 1
  const suspects = await ask(probesOf(pcm))
  const found = confirmed(candidate, suspects) ?? tested(pcm, keys, suspects.slice(0, mostTests))
  if (!found) return { marks: [], presenceProbability }
  const spans = [{ startSeconds: 0, endSeconds: pcm.samples.length / pcm.sampleRateHz }]
  return { marks: [{ ...found, spans }], presenceProbability }
}

type FoundMark = Omit<Mark, 'spans'>

/**
 * The cells' keyed signs are even, so audio without a mark gives each payload equally often: that it gives one of these
 * few is as rare as their share of all payloads, whatever the score.
 */
function confirmed(
  candidate: { payload: number; keyVersion: number } | null,
  suspects: readonly number[],
): FoundMark | null {
  if (candidate === null || !suspects.includes(candidate.payload)) return null
  const { payload, keyVersion } = candidate
  const falseClaimProbability = suspects.length / payloads
  return { payload, keyVersion, falseClaimProbability, method: 'registry' }
}

/** The first suspect whose own pattern is there; each that is tested is one more chance of an error. */
function tested(
  pcm: Pcm,
  keys: readonly WatermarkKey[],
  suspects: readonly number[],
): FoundMark | null {
  for (const payload of suspects) {
    const { keyVersion, falseClaimProbability: chance } = testPayload(pcm, { keys, payload })
    const falseClaimProbability = chance * suspects.length
    if (falseClaimProbability > claimLimit) continue
    return { payload, keyVersion, falseClaimProbability, method: 'informed' }
  }
  return null
}
