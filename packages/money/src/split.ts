import { divideRounded, type Micros } from './micros.ts'

/** The talent's share of synthesis revenue in percent; the platform keeps the rest. */
export const talentSharePercent = 70n

/**
 * Splits a net amount between talent and platform so that both parts add up to it to the last micro-euro.
 * Without a talent (a catalogue voice) all of it is the platform's. Throws RangeError for a negative amount.
 */
export function split(
  netMicros: Micros,
  hasTalent: boolean,
): { talentMicros: Micros; platformMicros: Micros } {
  if (netMicros < 0n) throw new RangeError('a negative amount cannot be split')
  const talentMicros = hasTalent ? divideRounded(netMicros * talentSharePercent, 100n) : 0n
  return { talentMicros, platformMicros: netMicros - talentMicros }
}
