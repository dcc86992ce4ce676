import type { Pcm } from '@viva-voce/audio'

/** A seeded stream of numbers from 0 to 1 (mulberry32, T. Ettinger): the same test on every machine. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One Gaussian number of deviation 1 (Box and Muller). */
export function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/**
 * Something that behaves like speech for a watermark: syllables of 0.12–0.3 s with gliding pitch, three
 * formants that move from vowel to vowel, hiss between them, and pauses of exact silence.
 */
export function speechLike(seconds: number, seed: number, sampleRateHz = 24_000): Pcm {
  const random = seeded(seed)
  const samples = new Float32Array(Math.round(seconds * sampleRateHz))
  const pitchHz = 90 + 120 * random()
  for (let at = 0; at < samples.length; ) {
    const length = Math.round((0.12 + 0.18 * random()) * sampleRateHz)
    const end = Math.min(at + length, samples.length)
    addSyllable(samples.subarray(at, end), pitchHz * (0.9 + 0.3 * random()), random, sampleRateHz)
    at = end + (random() < 0.12 ? Math.round(0.1 * sampleRateHz) : 0)
  }
  return { samples, sampleRateHz }
}

function addSyllable(out: Float32Array, pitchHz: number, random: () => number, rate: number): void {
  const hiss = random() < 0.25
  const formants = [300 + 500 * random(), 900 + 1400 * random(), 2300 + 900 * random()]
  const filters = formants.map((hz, i) => resonator(hz, 70 + 50 * i, rate))
  const air = resonator(3500 + 2500 * random(), 1200, rate)
  let phase = random()
  for (let n = 0; n < out.length; n++) {
    const place = n / out.length
    phase += (pitchHz * (1.05 - 0.15 * place)) / rate
    const pulse = phase >= 1 ? 1 : 0
    phase -= pulse
    const breath = gaussian(random)
    const voiced = filters.reduce(
      (sum, filter, i) => sum + filter(pulse + 0.004 * breath) / (1 + i),
      0,
    )
    const envelope = Math.min(1, 12 * place, 8 * (1 - place))
    out[n] = envelope * (0.12 * voiced * (hiss ? 0.15 : 1) + air(breath) * (hiss ? 0.004 : 0.0006))
  }
}

/** A two-pole filter (Klatt 1980's formant resonator, unscaled). */
function resonator(hz: number, widthHz: number, rate: number): (x: number) => number {
  const radius = Math.exp((-Math.PI * widthHz) / rate)
  const a1 = 2 * radius * Math.cos((2 * Math.PI * hz) / rate)
  const a2 = -radius * radius
  let y1 = 0
  let y2 = 0
  return (x) => {
    const y = x + a1 * y1 + a2 * y2
    y2 = y1
    y1 = y
    return y
  }
}
