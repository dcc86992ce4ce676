import { MAX_PITCH_SEMITONES, MAX_SPEED, MIN_SPEED } from '../engine.ts'
import type { Boundary } from '../text/utterance.ts'
import { checkAttributes, ELEMENTS, type ElementName } from './elements.ts'
import { MarkupReader, type Token } from './markup.ts'
import { type DateFormat, type Interpretation, sayAs } from './say-as.ts'
import { type Segment, SegmentList, type Style } from './segments.ts'
import {
  EMPHASES,
  type EmphasisLevel,
  languageOf,
  pitchOf,
  rateOf,
  secondsOf,
  strengthOf,
  volumeOf,
} from './values.ts'

/** The deepest nesting of elements. */
export const MAX_DEPTH = 32

interface OpenElement {
  name: ElementName
  style: Style
  values: ReadonlyMap<string, string>
  at: number
  /** The text inside, for the elements that say something else in its place. */
  text: string
}

/** Whether a text is meant as markup: it starts with `<speak>`, with or without attributes. */
export function isSsml(text: string): boolean {
  return /^\s*<speak(?=[\s/>])/.test(text)
}

/**
 * Reads a text in the subset of SSML 1.1 that is spoken here (`speak`, `p`, `s`, `break`, `prosody`,
 * `emphasis`, `sub`, `say-as`, `lang`) into segments of one style each, in the text's order. `language`
 * (BCP-47) is the voice's own. Throws SsmlError with line and column for anything outside the subset.
 */
export function parseSsml(markup: string, language: string): Segment[] {
  const wellFormed = markup.toWellFormed()
  const reader = new MarkupReader(wellFormed)
  const parser = new SsmlParser(reader, language)
  for (const token of reader.tokens()) parser.take(token)
  return parser.end()
}

class SsmlParser {
  private readonly open: OpenElement[] = []
  private readonly segments = new SegmentList()
  private readonly reader: MarkupReader
  private readonly base: Style
  private finished = false

  constructor(reader: MarkupReader, language: string) {
    this.reader = reader
    this.base = { language, rate: 1, pitchSemitones: 0, volumeDb: 0 }
  }

  take(token: Token): void {
    if (token.kind === 'text') this.text(token.text, token.at)
    else if (token.kind === 'close') this.close(token.name, token.at)
    else {
      this.begin(token)
      if (token.empty) this.close(token.name, token.at)
    }
  }

  end(): Segment[] {
    const last = this.open.at(-1)
    if (last) throw this.reader.error('syntax', `<${last.name}> is never closed`, last.at)
    if (!this.finished) throw this.reader.error('syntax', 'no <speak> element', 0)
    return this.segments.end()
  }

  private text(text: string, at: number): void {
    const inside = this.open.at(-1)
    if (!inside) {
      if (text.trim() !== '') throw this.reader.error('syntax', 'text outside <speak>', at)
    } else if (ELEMENTS[inside.name].content === 'replaced') inside.text += text
    else if (ELEMENTS[inside.name].content === 'empty') {
      throw this.reader.error('misplaced', `<${inside.name}> holds nothing`, at)
    } else this.segments.say(text, inside.style)
  }

  private begin({ name, attributes, at }: Token & { kind: 'open' }): void {
    if (!Object.hasOwn(ELEMENTS, name)) {
      throw this.reader.error('unknown_element', `<${name}> is not supported`, at)
    }
    const element = name as ElementName
    this.checkPlace(element, at)
    const values = checkAttributes(element, attributes, at, this.reader)
    const style = this.styleOf(element, values)
    this.open.push({ name: element, style, values, at, text: '' })
    if (element === 'p' || element === 's') this.segments.boundary(boundaryOf(element))
    if (element === 'break') this.segments.rest(breakSeconds(values), style)
  }

  private checkPlace(name: ElementName, at: number): void {
    const parent = this.open.at(-1)
    if (this.open.length >= MAX_DEPTH) {
      throw this.reader.error('too_deep', `more than ${MAX_DEPTH} elements inside each other`, at)
    }
    if ((name === 'speak') !== (parent === undefined) || this.finished) {
      throw this.reader.error('misplaced', `<${name}> may not stand here`, at)
    }
    const forbidden = ELEMENTS[name].notInside.find((other) =>
      this.open.some((e) => e.name === other),
    )
    const closed = parent && ELEMENTS[parent.name].content !== 'mixed' ? parent.name : forbidden
    if (closed)
      throw this.reader.error('misplaced', `<${name}> may not stand inside <${closed}>`, at)
  }

  private close(name: string, at: number): void {
    const element = this.open.pop()
    if (element?.name !== name) {
      const expected = element ? `</${element.name}> is expected here` : `nothing is open`
      throw this.reader.error('syntax', `</${name}>: ${expected}`, at)
    }
    if (element.name === 'speak') this.finished = true
    if (element.name === 'p' || element.name === 's')
      this.segments.boundary(boundaryOf(element.name))
    if (ELEMENTS[element.name].content === 'replaced')
      this.segments.say(replaced(element), element.style)
  }

  private styleOf(name: ElementName, values: ReadonlyMap<string, string>): Style {
    const style = this.open.at(-1)?.style ?? this.base
    const lang = values.get('xml:lang')
    const language = lang === undefined ? style.language : languageOf(lang)!
    if (name === 'emphasis') {
      const level = (values.get('level') ?? 'moderate') as EmphasisLevel
      return combined({ ...style, language }, EMPHASES[level])
    }
    const rate = rateOf(values.get('rate') ?? 'default')!
    const pitchSemitones = pitchOf(values.get('pitch') ?? 'default')!
    const volumeDb = volumeOf(values.get('volume') ?? 'default')!
    return combined({ ...style, language }, { rate, pitchSemitones, volumeDb })
  }
}

type Change = Omit<Style, 'language'>

/** A style inside another one: rates multiply, the others add up, within what engines can do. */
function combined(style: Style, change: Change): Style {
  const pitch = style.pitchSemitones + change.pitchSemitones
  return {
    language: style.language,
    rate: Math.min(MAX_SPEED, Math.max(MIN_SPEED, style.rate * change.rate)),
    pitchSemitones: Math.min(MAX_PITCH_SEMITONES, Math.max(-MAX_PITCH_SEMITONES, pitch)),
    volumeDb: Math.min(12, Math.max(-100, style.volumeDb + change.volumeDb)),
  }
}

const boundaryOf = (name: 'p' | 's'): Boundary => (name === 'p' ? 'paragraph' : 'sentence')

/** A time goes before a strength; without either a break is a medium one. */
function breakSeconds(values: ReadonlyMap<string, string>): number {
  const time = values.get('time')
  return time === undefined ? strengthOf(values.get('strength') ?? 'medium')! : secondsOf(time)!
}

function replaced({ name, values, text, style }: OpenElement): string {
  if (name === 'sub') return values.get('alias')!
  const format = values.get('format') as DateFormat | undefined
  return sayAs(text, values.get('interpret-as') as Interpretation, style.language, format)
}
