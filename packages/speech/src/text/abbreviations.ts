import type { LanguageTable } from './languages/table.ts'
import { escapePattern } from './written-number.ts'

const CONDITIONS: Readonly<Record<string, string>> = { '#': '(?= ?\\d)', '^': '(?= \\p{Lu})' }

/** A language's abbreviations as one function; a full stop that also ends the sentence stays. */
export function abbreviationSpeller({ abbreviations }: LanguageTable): (text: string) => string {
  const keys = Object.keys(abbreviations).sort((a, b) => b.length - a.length)
  if (keys.length === 0) return (text) => text
  const words = new Map(keys.map((key) => [plain(key), abbreviations[key]!]))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}.])(?:${keys.map(source).join('|')})`, 'gu')
  return (text) =>
    text.replace(pattern, (found: string, at: number) => {
      const ends =
        found.endsWith('.') &&
        /^["')\s]*$/.test(text.slice(at + found.length, at + found.length + 4))
      return `${words.get(plain(found))}${ends && at + found.length >= text.length - 3 ? '.' : ''}`
    })
}

const plain = (key: string) => key.replace(/[\s#^]/g, '').toLowerCase()

function source(key: string): string {
  const bare = key.replace(/[#^]$/, '')
  const condition = CONDITIONS[key.slice(bare.length)] ?? (/\p{L}$/u.test(bare) ? '(?!\\p{L})' : '')
  const [first, ...rest] = bare
  const either =
    first === first!.toUpperCase() ? escapePattern(first!) : `[${first}${first!.toUpperCase()}]`
  return either + escapePattern(rest.join('')).replaceAll(' ', ' ?') + condition
}
