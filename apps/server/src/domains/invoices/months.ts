/** Months are calendar months in UTC, named by their first moment. */

const dayMs = 24 * 60 * 60 * 1000
/** A sale that commits after its month has been put on paper comes with the next one. */
export const stragglersMs = dayMs

export function monthOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
}

/** The first moment after a month. */
export function monthEnd(month: Date): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1))
}
