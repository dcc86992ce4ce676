import type { Pcm } from '@viva-voce/audio'
import { detectMarks, type Span, type WatermarkKey } from '@viva-voce/watermark'
import { probesOf } from '../../../../packages/fingerprint/index.ts'
import type { AskRegistry, Mark } from './detection-protocol.ts'

/** The payloads of version 1 and 2 of the mark are 32 bits. */
const payloads = 2 ** 32

/** The marks of a stretch, and how sure it is that there is one that cannot be read. */
export interface StretchReading {
  marks: Mark[]
  /** Bound on the chance of such signs without a mark; 1 where there are none. */
  presenceProbability: number
}

/**
 * Reads a stretch blind; where that claims nothing, asks the registry which syntheses it sounds like, and
 * whether the best reading, too faint to be claimed by itself, names one of those.
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
  if (candidate === null || !suspects.includes(candidate.payload)) {
    return { marks: [], presenceProbability }
  }
  // The cells' keyed signs are even, so audio without a mark reads as any payload alike: that it reads as one of
  // these few is as rare as their share of all payloads, whatever the score.
  const confirmed = {
    ...{ payload: candidate.payload, keyVersion: candidate.keyVersion, spans: [wholeOf(pcm)] },
    ...{ falseClaimProbability: suspects.length / payloads, method: 'registry' as const },
  }
  return { marks: [confirmed], presenceProbability }
}

function wholeOf({ samples, sampleRateHz }: Pcm): Span {
  return { startSeconds: 0, endSeconds: samples.length / sampleRateHz }
}
