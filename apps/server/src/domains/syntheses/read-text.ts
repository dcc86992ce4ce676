import type { SynthesisRequest } from '@viva-voce/contract'
import { isSsml, parseSsml, type Segment, SsmlError } from '@viva-voce/speech'
import { ApiError } from '../../kit/api-error.ts'
import { estimateSeconds } from './estimate.ts'

/** What a text promises before it is spoken. */
export interface TextFacts {
  /** Estimated length aloud, pauses too. */
  seconds: number
  /** Silence that the text asks for by itself. */
  askedPauseSeconds: number
}

/** Reads a plain or marked-up text. Throws 422 with line and column for markup that is not understood. */
export function readText(request: SynthesisRequest, locale: string): TextFacts {
  const { text, speed } = request
  if (!isSsml(text)) return { seconds: estimateSeconds(text, speed), askedPauseSeconds: 0 }
  const segments = parsed(text, locale)
  const askedPauseSeconds = segments.reduce((sum, segment) => sum + (segment.breakSeconds ?? 0), 0)
  const spoken = segments
    .filter((segment) => segment.text !== '')
    .reduce((sum, segment) => sum + estimateSeconds(segment.text, speed * segment.rate), 0)
  return { seconds: spoken + askedPauseSeconds, askedPauseSeconds }
}

/** Whether markup raises or lowers the voice, which some engines do by moving its formants too. */
export function movesPitch(text: string, locale: string): boolean {
  return isSsml(text) && parsed(text, locale).some(({ pitchSemitones }) => pitchSemitones !== 0)
}

function parsed(text: string, locale: string): Segment[] {
  try {
    return parseSsml(text, locale)
  } catch (error) {
    if (!(error instanceof SsmlError)) throw error
    throw new ApiError('validation_failed', `text: ${error.message}`, {
      fields: [{ field: 'body.text', message: error.message }],
    })
  }
}
