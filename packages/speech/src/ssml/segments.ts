import type { Boundary } from '../text/utterance.ts'

/** How a stretch of text is to be said. */
export interface Style {
  /** BCP-47. */
  language: string
  /** Parts of the usual rate, 0.5..2. */
  rate: number
  pitchSemitones: number
  volumeDb: number
}

/** A stretch of text in one style; the text is empty for a pause before anything is said. */
export interface Segment extends Style {
  text: string
  /** An exact pause after it in place of the natural one, in seconds; null for the natural one. */
  breakSeconds: number | null
  /** How the text goes on after it. */
  boundary: Boundary
}

/** Collects text and pauses into segments, with neighbours of one style in one segment. */
export class SegmentList {
  private readonly segments: Segment[] = []
  private ended = true

  say(text: string, style: Style): void {
    const words = text.replace(/\s+/gu, ' ')
    const last = this.segments.at(-1)
    if (last && !this.ended && sameStyle(last, style)) last.text += words
    else if (words.trim() !== '') {
      this.settle()
      this.segments.push({ ...style, text: words, breakSeconds: null, boundary: 'word' })
      this.ended = false
    } else if (last && !this.ended) last.text += words
  }

  /** The text so far ends a sentence or paragraph. */
  boundary(boundary: Boundary): void {
    this.settle()
    const last = this.segments.at(-1)
    if (last && last.boundary !== 'paragraph') last.boundary = boundary
  }

  rest(seconds: number, style: Style): void {
    this.settle()
    const last = this.segments.at(-1)
    if (last) last.breakSeconds = (last.breakSeconds ?? 0) + seconds
    else this.segments.push({ ...style, text: '', breakSeconds: seconds, boundary: 'word' })
  }

  end(): Segment[] {
    this.boundary('paragraph')
    return this.segments.map((segment) => ({
      ...segment,
      text: segment.text.replace(/ {2,}/g, ' ').trim(),
    }))
  }

  /** No more text comes to the last segment: how it ends says how the text goes on. */
  private settle(): void {
    const last = this.segments.at(-1)
    if (!last || this.ended) return
    this.ended = true
    if (/[.!?…]["'”’»)]*\s*$/u.test(last.text)) last.boundary = 'sentence'
    else if (/[,;:]\s*$/u.test(last.text)) last.boundary = 'clause'
  }
}

function sameStyle(a: Style, b: Style): boolean {
  const keys = ['language', 'rate', 'pitchSemitones', 'volumeDb'] as const
  return keys.every((key) => a[key] === b[key])
}
