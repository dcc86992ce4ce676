/** The elements of the subset, as a table: what they hold, where they may stand, which attributes they take. */
import type { Attribute, MarkupReader } from './markup.ts'
import { DATE_FORMATS, INTERPRETATIONS } from './say-as.ts'
import { EMPHASES, languageOf, pitchOf, rateOf, secondsOf, strengthOf, volumeOf } from './values.ts'

interface AttributeRule {
  isValid(value: string): boolean
  /** What to write, for the message. */
  expected: string
  required?: boolean
}

interface ElementRule {
  /** `replaced`: text only, and something else is said for it. */
  content: 'mixed' | 'empty' | 'replaced'
  notInside: readonly string[]
  attributes: Readonly<Record<string, AttributeRule>>
}

const oneOf = (values: readonly string[], required = false): AttributeRule => ({
  isValid: (value) => values.includes(value),
  expected: values.join(', '),
  required,
})
const readBy = (read: (value: string) => unknown, expected: string): AttributeRule => ({
  isValid: (value) => read(value) !== undefined,
  expected,
})

const anything: AttributeRule = { isValid: () => true, expected: 'text' }
const language = readBy(languageOf, 'a language such as en or de-AT')

export const ELEMENTS = {
  speak: {
    content: 'mixed',
    notInside: [],
    attributes: {
      version: oneOf(['1.0', '1.1']),
      'xml:lang': language,
      xmlns: oneOf(['http://www.w3.org/2001/10/synthesis']),
    },
  },
  p: { content: 'mixed', notInside: ['p', 's'], attributes: { 'xml:lang': language } },
  s: { content: 'mixed', notInside: ['s'], attributes: { 'xml:lang': language } },
  lang: {
    content: 'mixed',
    notInside: [],
    attributes: { 'xml:lang': { ...language, required: true } },
  },
  break: {
    content: 'empty',
    notInside: [],
    attributes: {
      time: readBy(secondsOf, '0s to 10s, such as 300ms or 1.5s'),
      strength: readBy(strengthOf, 'none, x-weak, weak, medium, strong, x-strong'),
    },
  },
  prosody: {
    content: 'mixed',
    notInside: [],
    attributes: {
      rate: readBy(rateOf, 'x-slow, slow, medium, fast, x-fast, or 50% to 200%'),
      pitch: readBy(pitchOf, 'x-low, low, medium, high, x-high, -7st to +7st, or -33% to +50%'),
      volume: readBy(volumeOf, 'silent, x-soft, soft, medium, loud, x-loud, or -40dB to +12dB'),
    },
  },
  emphasis: {
    content: 'mixed',
    notInside: [],
    attributes: { level: oneOf(Object.keys(EMPHASES)) },
  },
  sub: {
    content: 'replaced',
    notInside: [],
    attributes: { alias: { ...anything, required: true } },
  },
  'say-as': {
    content: 'replaced',
    notInside: [],
    attributes: { 'interpret-as': oneOf(INTERPRETATIONS, true), format: oneOf(DATE_FORMATS) },
  },
} satisfies Record<string, ElementRule>

export type ElementName = keyof typeof ELEMENTS

/** The attributes as a map. Throws SsmlError for an unknown one, a bad value, and one that is missing. */
export function checkAttributes(
  name: ElementName,
  attributes: readonly Attribute[],
  at: number,
  reader: MarkupReader,
): ReadonlyMap<string, string> {
  const rules: Readonly<Record<string, AttributeRule>> = ELEMENTS[name].attributes
  for (const attribute of attributes) {
    if (!Object.hasOwn(rules, attribute.name)) {
      throw reader.error('unknown_attribute', `<${name}> takes no ${attribute.name}`, attribute.at)
    }
    const rule = rules[attribute.name]!
    if (!rule.isValid(attribute.value)) {
      const said = JSON.stringify(attribute.value.slice(0, 40))
      const what = `${attribute.name} of <${name}> is ${said}; it takes ${rule.expected}`
      throw reader.error('bad_value', what, attribute.at)
    }
  }
  const values = new Map(attributes.map((attribute) => [attribute.name, attribute.value]))
  const missing = Object.keys(rules).find((key) => rules[key]!.required && !values.has(key))
  if (missing) throw reader.error('bad_value', `<${name}> needs ${missing}`, at)
  return values
}
