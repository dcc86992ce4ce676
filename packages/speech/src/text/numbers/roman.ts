const VALUES: Readonly<Record<string, number>> = {
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
}

/** The value of a roman numeral in capitals: "XIX" is 19. Takes any such letters in any order. */
export function roman(figure: string): number {
  const values = Array.from(figure, (letter) => VALUES[letter] ?? 0)
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0)
}
