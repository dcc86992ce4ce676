import { maxTextCharacters } from '@viva-voce/contract'

/** The length of a text as the contract counts it: Unicode code points. */
export function countCharacters(text: string): number {
  return Array.from(text).length
}

/** Whether a text can be spoken. */
export function textState(text: string): 'empty' | 'fine' | 'too_long' {
  if (text.trim() === '') return 'empty'
  return countCharacters(text) > maxTextCharacters ? 'too_long' : 'fine'
}
