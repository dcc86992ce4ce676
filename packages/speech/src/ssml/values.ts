/** What the attributes of the subset may say (W3C SSML 1.1, section 3.2), as numbers. */
import { MAX_PITCH_SEMITONES, MAX_SPEED, MIN_SPEED } from '../engine.ts'

export const MAX_BREAK_SECONDS = 10
const MIN_VOLUME_DB = -40
const MAX_VOLUME_DB = 12

/** SSML gives the names and their order only; the figures are ours. */
const RATES = { 'x-slow': 0.5, slow: 0.75, medium: 1, default: 1, fast: 1.25, 'x-fast': 1.6 }
const PITCHES = { 'x-low': -6, low: -3, medium: 0, default: 0, high: 3, 'x-high': 6 }
const VOLUMES = {
  ...{ silent: -100, 'x-soft': -12, soft: -6, medium: 0, default: 0, loud: 3, 'x-loud': 6 },
}
const STRENGTHS = {
  ...{ none: 0, 'x-weak': 0.1, weak: 0.2, medium: 0.35, strong: 0.6, 'x-strong': 1 },
}

/** What an emphasis adds to the voice around it. */
export const EMPHASES = {
  strong: { rate: 0.9, pitchSemitones: 1.5, volumeDb: 3 },
  moderate: { rate: 0.95, pitchSemitones: 1, volumeDb: 1.5 },
  reduced: { rate: 1.05, pitchSemitones: -0.5, volumeDb: -3 },
  none: { rate: 1, pitchSemitones: 0, volumeDb: 0 },
}
export type EmphasisLevel = keyof typeof EMPHASES

function named(table: Readonly<Record<string, number>>, value: string): number | undefined {
  return Object.hasOwn(table, value) ? table[value] : undefined
}

function within(value: number, low: number, high: number): number | undefined {
  return value >= low && value <= high ? value : undefined
}

/** "fast", "120%", "+20%", "1.2": parts of the usual rate, 0.5..2; undefined for anything else. */
export function rateOf(value: string): number | undefined {
  const found = value.match(/^([+-]?)(\d{1,3}(?:\.\d{1,3})?)(%?)$/)
  if (!found) return named(RATES, value)
  const [, sign, digits, percent] = found
  if (sign && !percent) return undefined
  const amount = Number(digits) / (percent ? 100 : 1)
  return within(sign ? 1 + Number(`${sign}${amount}`) : amount, MIN_SPEED, MAX_SPEED)
}

/** "high", "+2st", "-10%": semitones, about a fifth up or down; undefined for anything else, as for hertz. */
export function pitchOf(value: string): number | undefined {
  const found = value.match(/^([+-])(\d{1,3}(?:\.\d{1,3})?)(st|%)$/)
  if (!found) return named(PITCHES, value)
  const amount = Number(`${found[1]}${found[2]}`)
  const semitones = found[3] === 'st' ? amount : 12 * Math.log2(1 + amount / 100)
  return within(semitones, -MAX_PITCH_SEMITONES, MAX_PITCH_SEMITONES)
}

/** "loud", "+6dB": decibels, -40..12, or -100 for "silent"; undefined for anything else. */
export function volumeOf(value: string): number | undefined {
  const found = value.match(/^([+-]\d{1,2}(?:\.\d{1,3})?)dB$/)
  return found ? within(Number(found[1]), MIN_VOLUME_DB, MAX_VOLUME_DB) : named(VOLUMES, value)
}

/** "300ms", "1.5s": seconds, 0..10; undefined for anything else. */
export function secondsOf(value: string): number | undefined {
  const found = value.match(/^\+?(\d{1,5}(?:\.\d{1,3})?)(ms|s)$/)
  return found
    ? within(Number(found[1]) / (found[2] === 'ms' ? 1000 : 1), 0, MAX_BREAK_SECONDS)
    : undefined
}

/** "strong": the seconds of a break by its strength. */
export const strengthOf = (value: string): number | undefined => named(STRENGTHS, value)

/** "de", "en-GB": the tag in its canonical form; undefined for what is none. */
export function languageOf(value: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(value)[0]
  } catch {
    return undefined
  }
}
