/**
 * Faster and slower speech at the same pitch: WSOLA (W. Verhelst, M. Roelands, "An overlap-add technique based on
 * waveform similarity", ICASSP 1993).
 */
import type { Pcm } from '@viva-voce/audio'

/** Two periods of a low voice. */
const WINDOW_SECONDS = 0.03
/** How far a piece may be moved to go on as the last one did: a period of a low voice each way. */
const REACH_SECONDS = 0.01
/** Places and samples that are looked at: the likeness of speech changes little from one to the next. */
const STRIDE = 2

/** The same speech in `1 / speed` of the time; `speed` > 0. */
export function changeTempo({ samples: x, sampleRateHz }: Pcm, speed: number): Pcm {
  const hop = Math.round((WINDOW_SECONDS / 2) * sampleRateHz)
  if (speed === 1 || x.length < 4 * hop) return { samples: x, sampleRateHz }
  const reach = Math.round(REACH_SECONDS * sampleRateHz)
  const y = new Float32Array(Math.round(x.length / speed))
  let last = 0
  for (let at = 0; at < y.length; at += hop) {
    const meant = Math.round(at * speed)
    const from = at === 0 ? 0 : likest(x, last + hop, meant, reach, hop)
    for (let n = 0; n < 2 * hop && at + n < y.length; n++) {
      const rise = at === 0 && n < hop ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * (n + 0.5)) / hop)
      y[at + n]! += rise * (x[from + n] ?? 0)
    }
    last = from
  }
  return { samples: y, sampleRateHz }
}

/** The place within `reach` of `meant` from where x goes on most as it does from `next`. */
function likest(x: Float32Array, next: number, meant: number, reach: number, hop: number): number {
  let [best, most] = [Math.max(0, meant), Number.NEGATIVE_INFINITY]
  for (let place = Math.max(0, meant - reach); place <= meant + reach; place += STRIDE) {
    let [product, energy] = [0, 1e-9]
    for (let n = 0; n < hop; n += STRIDE) {
      const sample = x[place + n] ?? 0
      product += sample * (x[next + n] ?? 0)
      energy += sample * sample
    }
    const likeness = product / Math.sqrt(energy)
    if (likeness > most) [best, most] = [place, likeness]
  }
  return best
}
