/**
 * `syntax`: no well-formed markup. `unknown_element`, `unknown_attribute`, `bad_value`: outside the subset.
 * `misplaced`: an element where it may not stand. `too_deep`, `too_long`: past a bound.
 */
export type SsmlErrorCode =
  | 'syntax'
  | 'unknown_element'
  | 'unknown_attribute'
  | 'bad_value'
  | 'misplaced'
  | 'too_deep'
  | 'too_long'

/** Where something stands in the markup: line and column from 1, columns in characters. */
export interface Place {
  line: number
  column: number
}

/** What is wrong with a marked-up text, and where; the message is for the person who wrote it. */
export class SsmlError extends Error {
  override readonly name = 'SsmlError'
  readonly code: SsmlErrorCode
  readonly line: number
  readonly column: number

  constructor(code: SsmlErrorCode, what: string, place: Place) {
    super(`${what} (line ${place.line}, column ${place.column})`)
    this.code = code
    this.line = place.line
    this.column = place.column
  }
}

/** The line and column of an index into a text; \n, \r\n and \r each end a line. */
export function placeOf(text: string, index: number): Place {
  const lines = text.slice(0, index).split(/\r\n?|\n/)
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 }
}
