import type { Pcm } from '@viva-voce/audio'
import { type Detection, detect, type Span, type WatermarkKey } from '@viva-voce/watermark'

/** One payload in a stretch of audio. */
export interface ReadMark {
  payload: number
  keyVersion: number
  spans: Span[]
  falseClaimProbability: number
}

/** All marks of a stretch, and how sure it is that there is one more that cannot be read. */
export interface ReadMarks {
  marks: ReadMark[]
  presenceProbability: number
}

/** A stretch of joined clips holds a few; a bound for what was made to hold the reader up. */
const mostMarks = 8
/** Around a span, which is told to about half a second. */
const edgeSeconds = 0.3

/** Reads one mark after the other, each time without what carries those already read. */
export function readMarks(pcm: Pcm, keys: readonly WatermarkKey[]): ReadMarks {
  const marks = new Map<number, ReadMark>()
  const rest = { ...pcm, samples: pcm.samples.slice() }
  for (let round = 0; round < mostMarks; round++) {
    const found = detect(rest, { keys })
    if (found.payload === null) {
      return { marks: [...marks.values()], presenceProbability: presenceOf(found) }
    }
    const known = marks.get(found.payload)
    marks.set(found.payload, {
      payload: found.payload,
      keyVersion: found.keyVersion!,
      spans: [...(known?.spans ?? []), ...found.spans],
      falseClaimProbability: Math.min(
        known?.falseClaimProbability ?? 1,
        found.falseClaimProbability,
      ),
    })
    if (!silence(rest, found.spans)) break
  }
  return { marks: [...marks.values()], presenceProbability: 1 }
}

function presenceOf({ verdict, falseClaimProbability }: Detection): number {
  return verdict === 'inconclusive' ? falseClaimProbability : 1
}

/** False when nothing is left to silence. */
function silence({ samples, sampleRateHz }: Pcm, spans: readonly Span[]): boolean {
  for (const { startSeconds, endSeconds } of spans) {
    const from = Math.max(0, Math.floor((startSeconds - edgeSeconds) * sampleRateHz))
    samples.fill(0, from, Math.ceil((endSeconds + edgeSeconds) * sampleRateHz))
  }
  return spans.length > 0 && samples.some((sample) => sample !== 0)
}
