import { concatenate, type Pcm } from '../src/pcm.ts'

/** A sine of `peakDb` dBFS; `phase` in degrees. */
export function sine(seconds: number, peakDb: number, rateHz = 48_000, hz = 997, phase = 0): Pcm {
  const amplitude = 10 ** (peakDb / 20)
  const samples = Float32Array.from({ length: Math.round(seconds * rateHz) }, (_, n) => {
    return amplitude * Math.sin(2 * Math.PI * (hz / rateHz) * n + (phase * Math.PI) / 180)
  })
  return { samples, sampleRateHz: rateHz }
}

/** Uniform numbers in [0, 1) from a seed (Park & Miller's generator). */
export function seeded(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Bursts of low-passed noise with pauses of zeros between: crest and gating like speech; 24 kHz. */
export function bursts(seconds: number, peakDb: number, seed: number): Pcm {
  const random = seeded(seed)
  const pieces: Pcm[] = []
  let left = seconds
  while (left > 0) {
    const burst = noiseBurst(0.1 + 0.4 * random(), peakDb - 12 * random(), random)
    const pause = { samples: new Float32Array(Math.round(2_400 * random())), sampleRateHz: 24_000 }
    pieces.push(burst, pause)
    left -= (burst.samples.length + pause.samples.length) / 24_000
  }
  return concatenate(pieces)
}

function noiseBurst(seconds: number, peakDb: number, random: () => number): Pcm {
  const length = Math.round(seconds * 24_000)
  let low = 0
  const samples = Float32Array.from({ length }, (_, n) => {
    low += 0.4 * ((random() + random() + random()) / 1.5 - 1 - low)
    return low * Math.sin((Math.PI * n) / length)
  })
  const peak = samples.reduce((a, b) => Math.max(a, Math.abs(b)), 0)
  return { samples: samples.map((s) => (s / peak) * 10 ** (peakDb / 20)), sampleRateHz: 24_000 }
}
