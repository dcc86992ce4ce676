/** Grammatical gender of what is counted or ranked. */
export type Gender = 'm' | 'f' | 'n'

/** The largest number that is put into words; larger ones are left to the engine as digits. */
export const MAX_IN_WORDS = 999_999_999_999

/** A list of words written with spaces between them. */
export const words = (list: string): readonly string[] => list.split(' ')

/** The parts of a number by powers of a thousand, the largest first, without those that are zero. */
export function thousands(n: number): { value: number; power: number }[] {
  const parts: { value: number; power: number }[] = []
  for (let power = 0, rest = n; rest > 0; power++, rest = Math.floor(rest / 1000)) {
    if (rest % 1000 > 0) parts.unshift({ value: rest % 1000, power })
  }
  return parts
}

/** Text with its last word put through `change`; a hyphen begins a word too. */
export function changeLastWord(text: string, change: (word: string) => string): string {
  return text.replace(/[^\s-]+$/u, change)
}
