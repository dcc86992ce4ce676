import type { Mark } from './detection-protocol.ts'
import type { StretchReading } from './read-stretch.ts'

/** Spans of one mark this close together are one: a pause carries no mark. */
const joinSeconds = 1

/** The marks of a file, gathered from its stretches. */
export class MarkLedger {
  readonly #marks = new Map<string, Mark>()
  #stretches = 0
  #presence = 1

  /** Takes what a stretch holds, which begins at `startSeconds` of the file. */
  add({ marks, presenceProbability }: StretchReading, startSeconds: number): void {
    this.#stretches++
    this.#presence = Math.min(this.#presence, presenceProbability)
    for (const mark of marks) this.#take(mark, startSeconds)
  }

  /** Probabilities are for the whole file: each stretch was one more chance. */
  result(): { marks: Mark[]; presenceProbability: number } {
    const marks = Array.from(this.#marks.values(), (mark) => ({
      ...mark,
      spans: joinSpans(mark.spans),
      falseClaimProbability: Math.min(1, mark.falseClaimProbability * this.#stretches),
    }))
    marks.sort((a, b) => a.spans[0]!.startSeconds - b.spans[0]!.startSeconds)
    return { marks, presenceProbability: Math.min(1, this.#presence * this.#stretches) }
  }

  #take(mark: Mark, startSeconds: number): void {
    const key = `${mark.payload}/${mark.keyVersion}`
    const known = this.#marks.get(key)
    const spans = mark.spans.map((span) => ({
      startSeconds: span.startSeconds + startSeconds,
      endSeconds: span.endSeconds + startSeconds,
    }))
    const surer = known && known.falseClaimProbability <= mark.falseClaimProbability ? known : mark
    this.#marks.set(key, { ...surer, spans: [...(known?.spans ?? []), ...spans] })
  }
}

function joinSpans(spans: Mark['spans']): Mark['spans'] {
  const joined: Mark['spans'] = []
  for (const span of spans.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    const last = joined.at(-1)
    if (last && span.startSeconds - last.endSeconds <= joinSeconds) {
      last.endSeconds = Math.max(last.endSeconds, span.endSeconds)
    } else joined.push({ ...span })
  }
  return joined
}
