/**
 * A small strict reader of XML 1.0 as far as SSML needs it: elements, attributes, text, CDATA, comments,
 * character references and the five named entities. No document types and no processing instructions.
 */
import { placeOf, SsmlError, type SsmlErrorCode } from './error.ts'

/** The longest markup that is read, in UTF-16 code units. */
export const MAX_MARKUP_LENGTH = 50_000

/** An attribute with where its name begins. */
export interface Attribute {
  name: string
  value: string
  at: number
}

/** What the markup consists of, in its order; `at` is an index into it. */
export type Token =
  | { kind: 'open'; name: string; attributes: Attribute[]; empty: boolean; at: number }
  | { kind: 'close'; name: string; at: number }
  | { kind: 'text'; text: string; at: number }

const NAME = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/y
const SPACE = /[ \t\r\n]*/y
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([A-Za-z]+));/y
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
}
/** XML 1.0, production 2; our own texts may hold lone surrogates, which are made well-formed before. */
const NOT_A_CHARACTER = /[^\P{Cc}\t\n\r\x7f-\x9f]|[\ufffe\uffff]/u

/** Reads markup piece by piece; throws SsmlError `syntax` or `too_long`, with line and column. */
export class MarkupReader {
  private at = 0
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
    if (markup.length > MAX_MARKUP_LENGTH) {
      throw this.error('too_long', `more than ${MAX_MARKUP_LENGTH} characters of markup`, 0)
    }
    const bad = markup.search(NOT_A_CHARACTER)
    if (bad >= 0) throw this.error('syntax', 'a control character', bad)
  }

  error(code: SsmlErrorCode, what: string, at: number): SsmlError {
    return new SsmlError(code, what, placeOf(this.markup, at))
  }

  *tokens(): Generator<Token> {
    while (this.at < this.markup.length) {
      if (this.skip('<!--')) this.until('-->', 'a comment without its end')
      else if (this.markup.startsWith('<![CDATA[', this.at)) yield this.cdata()
      else if (this.markup.startsWith('</', this.at)) yield this.closing()
      else if (this.markup[this.at] === '<') yield this.opening()
      else yield this.text()
    }
  }

  private skip(sign: string): boolean {
    if (!this.markup.startsWith(sign, this.at)) return false
    this.at += sign.length
    return true
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.markup)
    if (found) this.at += found[0].length
    return found
  }

  private until(end: string, problem: string): string {
    const start = this.at
    const stop = this.markup.indexOf(end, start)
    if (stop < 0) throw this.error('syntax', problem, start)
    this.at = stop + end.length
    return this.markup.slice(start, stop)
  }

  private cdata(): Token {
    const at = this.at
    this.at += '<![CDATA['.length
    return { kind: 'text', text: this.until(']]>', 'a CDATA section without its end'), at }
  }

  private closing(): Token {
    const at = this.at
    this.at += 2
    const name = this.match(NAME)?.[0]
    this.match(SPACE)
    if (!name || !this.skip('>')) throw this.error('syntax', 'a broken end tag', at)
    return { kind: 'close', name, at }
  }

  private opening(): Token {
    const at = this.at
    this.at += 1
    const name = this.match(NAME)?.[0]
    if (!name) throw this.error('syntax', 'a "<" that begins no element (write &lt;)', at)
    const attributes: Attribute[] = []
    for (;;) {
      const spaced = this.match(SPACE)![0] !== ''
      if (this.skip('/>')) return { kind: 'open', name, attributes, empty: true, at }
      if (this.skip('>')) return { kind: 'open', name, attributes, empty: false, at }
      if (!spaced) throw this.error('syntax', `a broken <${name}> tag`, this.at)
      attributes.push(this.attribute(name, attributes))
    }
  }

  private attribute(element: string, known: readonly Attribute[]): Attribute {
    const at = this.at
    const name = this.match(NAME)?.[0]
    if (!name) throw this.error('syntax', `a broken <${element}> tag`, at)
    this.match(SPACE)
    const equals = this.skip('=')
    this.match(SPACE)
    const quote = this.markup[this.at]
    if (!equals || (quote !== '"' && quote !== "'")) {
      throw this.error('syntax', `attribute ${name} needs a value in quotes`, at)
    }
    this.at += 1
    if (known.some((other) => other.name === name)) {
      throw this.error('syntax', `attribute ${name} stands twice`, at)
    }
    return { name, value: this.characters(quote, `attribute ${name} without its end`, at), at }
  }

  private text(): Token {
    const at = this.at
    return { kind: 'text', text: this.characters('<', '', at), at }
  }

  /** Text with its references resolved, up to `end`, which is eaten when it is a quote. */
  private characters(end: string, problem: string, start: number): string {
    let text = ''
    while (this.at < this.markup.length && this.markup[this.at] !== end) {
      const sign = this.markup[this.at]!
      if (sign === '<') throw this.error('syntax', '"<" inside a value (write &lt;)', this.at)
      if (sign === '&') text += this.reference()
      else {
        text += sign
        this.at += 1
      }
    }
    if (end !== '<' && !this.skip(end)) throw this.error('syntax', problem, start)
    return text
  }

  private reference(): string {
    const at = this.at
    const found = this.match(REFERENCE)
    if (!found) throw this.error('syntax', 'an "&" that begins no reference (write &amp;)', at)
    const [written, decimal, hexadecimal, name] = found
    if (name !== undefined) {
      if (Object.hasOwn(ENTITIES, name)) return ENTITIES[name]!
      throw this.error('syntax', `unknown entity ${written}`, at)
    }
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : '\0'
    if (!character.isWellFormed() || NOT_A_CHARACTER.test(character)) {
      throw this.error('syntax', `${written} is no character`, at)
    }
    return character
  }
}
