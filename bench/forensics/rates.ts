/** Error rates of a score, after ISO/IEC 19795-1. */

/** Shares in percent: genuine scores under the threshold, and impostors' at or over it. */
export function ratesAt(
  genuine: readonly number[],
  impostors: readonly number[],
  threshold: number,
) {
  return {
    miss: percent(genuine.filter((score) => score < threshold).length, genuine.length),
    falseAlarm: percent(impostors.filter((score) => score >= threshold).length, impostors.length),
  }
}

/** The equal error rate in percent, and the threshold that has it. */
export function equalErrorRate(genuine: readonly number[], impostors: readonly number[]) {
  const own = genuine.toSorted((a, b) => a - b)
  const others = impostors.toSorted((a, b) => a - b)
  let below = 0
  for (let i = 0; i < own.length; i++) {
    while (below < others.length && others[below]! < own[i]!) below++
    const [miss, falseAlarm] = [i / own.length, 1 - below / others.length]
    if (miss >= falseAlarm) return { percent: 50 * (miss + falseAlarm), threshold: own[i]! }
  }
  return { percent: 50, threshold: Number.NaN }
}

export function percent(count: number, of: number): number {
  return of === 0 ? Number.NaN : (100 * count) / of
}
