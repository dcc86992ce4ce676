const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** An instant in the reader's own locale and time zone. */
export function formatMoment(instant: string): string {
  return moment.format(new Date(instant))
}

export function formatDay(instant: string): string {
  return day.format(new Date(instant))
}

/** A length of audio as m:ss. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** A length of audio in seconds with one decimal. */
export function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`
}
