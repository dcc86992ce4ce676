/** The windowed sinc behind all sample rate conversion (see resample.ts). */

/** Zero crossings of the sinc on each side: with that window a transition of 9 % of the lower Nyquist rate. */
export const ZERO_CROSSINGS = 64
/** Kaiser window: beta 9 puts the stop band about 90 dB down (Oppenheim & Schafer, eq. 7.75). */
const KAISER_BETA = 9
/** The cut-off in parts of the lower Nyquist rate: half the transition under it, so that nothing folds back. */
export const CUT_OFF = 0.955
/** Points per zero crossing in the kernel table; linear interpolation between them errs by under -130 dB. */
const TABLE_STEPS = 2048
let kernelTable: Float64Array | undefined

/** The windowed sinc at `x` zero crossings from its centre (x >= 0), 0 beyond the window. */
export function kernelAt(x: number): number {
  kernelTable ??= buildKernel()
  const place = x * TABLE_STEPS
  const index = Math.floor(place)
  if (index >= kernelTable.length - 1) return 0
  const low = kernelTable[index]!
  return low + (kernelTable[index + 1]! - low) * (place - index)
}

function buildKernel(): Float64Array {
  const last = ZERO_CROSSINGS * TABLE_STEPS
  const scale = besselI0(KAISER_BETA)
  return Float64Array.from({ length: last + 1 }, (_, i) => {
    const x = (Math.PI * i) / TABLE_STEPS
    const window = besselI0(KAISER_BETA * Math.sqrt(1 - (i / last) ** 2)) / scale
    return (i === 0 ? 1 : Math.sin(x) / x) * window
  })
}

/** The modified Bessel function of order zero, by its power series (Abramowitz & Stegun 9.6.10), x <= 20. */
export function besselI0(x: number): number {
  let term = 1
  let sum = 1
  for (let k = 1; k < 60; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}
