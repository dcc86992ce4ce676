/** What lies between a voice and a file: the room, the microphone, noise, the band. None of it is the voice. */
import { createRealFft, type Pcm, resample } from '../../packages/audio/index.ts'
import type { Random } from '../../packages/speech/src/conversion/random.ts'

const RATE_HZ = 16_000

/** A recording of speech at 16 kHz under conditions drawn at random; three of ten are clean. */
export function inSession(pcm: Pcm, random: Random): Pcm {
  let samples = pcm.samples
  if (random.uniform() < 0.5) samples = equalised(samples, random)
  if (random.uniform() < 0.3)
    samples = inRoom(samples, random, 0.15 + 0.35 * random.uniform(), 0.2 + 0.5 * random.uniform())
  if (random.uniform() < 0.45) samples = withNoise(samples, random, 18 + 25 * random.uniform())
  if (random.uniform() < 0.15) {
    const half = resample({ samples, sampleRateHz: RATE_HZ }, 11_025)
    const back = resample(half, RATE_HZ).samples
    samples = back.slice(0, samples.length)
  }
  return { samples, sampleRateHz: RATE_HZ }
}

/** Two peaking filters of up to 5 dB (R. Bristow-Johnson, Audio EQ Cookbook). */
function equalised(samples: Float32Array, random: Random): Float32Array {
  let out = samples
  for (let i = 0; i < 2; i++) {
    const hz = 200 * (6_000 / 200) ** random.uniform()
    out = peaking(out, hz, 10 * random.uniform() - 5)
  }
  return out
}

function peaking(samples: Float32Array, hz: number, gainDb: number): Float32Array {
  const amplitude = 10 ** (gainDb / 40)
  const omega = (2 * Math.PI * hz) / RATE_HZ
  const alpha = Math.sin(omega) / 1.4
  const a0 = 1 + alpha / amplitude
  const [b0, b1, b2] = [
    (1 + alpha * amplitude) / a0,
    (-2 * Math.cos(omega)) / a0,
    (1 - alpha * amplitude) / a0,
  ]
  const a2 = (1 - alpha / amplitude) / a0
  const out = new Float32Array(samples.length)
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  for (let n = 0; n < samples.length; n++) {
    const x = samples[n]!
    const y = b0 * x + b1 * x1 + b2 * x2 - b1 * y1 - a2 * y2
    ;[x2, x1, y2, y1] = [x1, x, y1, y]
    out[n] = y
  }
  return out
}

/**
 * Convolves with a synthetic room: a direct sound and Gaussian noise that falls by 60 dB in `rt60Seconds`
 * (J. Polack 1988), `wet` being the noise's energy over the direct sound's.
 */
export function inRoom(
  samples: Float32Array,
  random: Random,
  rt60Seconds: number,
  wet: number,
): Float32Array {
  const length = Math.round(rt60Seconds * RATE_HZ)
  const response = new Float32Array(length)
  let energy = 0
  // The first reflections come after some milliseconds.
  for (let n = 48; n < length; n++) {
    response[n] = random.normal() * Math.exp((-6.9078 * n) / length)
    energy += response[n]! ** 2
  }
  const scale = Math.sqrt(wet / energy)
  for (let n = 0; n < length; n++) response[n]! *= scale
  response[0] = 1
  return convolve(samples, response)
}

function convolve(samples: Float32Array, response: Float32Array): Float32Array {
  let size = 4_096
  while (size < 2 * response.length) size *= 2
  const fft = fftOf(size)
  const block = size - response.length
  fft.time.fill(0)
  fft.time.set(response)
  fft.forward()
  const filter = fft.spectrum.slice()
  const out = new Float32Array(samples.length + size)
  for (let start = 0; start < samples.length; start += block) {
    fft.time.fill(0)
    fft.time.set(samples.subarray(start, Math.min(samples.length, start + block)))
    fft.forward()
    const { spectrum } = fft
    spectrum[0]! *= filter[0]!
    spectrum[1]! *= filter[1]!
    for (let k = 2; k < size; k += 2) {
      const [re, im] = [spectrum[k]!, spectrum[k + 1]!]
      spectrum[k] = re * filter[k]! - im * filter[k + 1]!
      spectrum[k + 1] = re * filter[k + 1]! + im * filter[k]!
    }
    fft.inverse()
    for (let n = 0; n < size; n++) out[start + n]! += fft.time[n]!
  }
  return out.slice(0, samples.length)
}

const ffts = new Map<number, ReturnType<typeof createRealFft>>()
function fftOf(size: number) {
  const known = ffts.get(size) ?? createRealFft(size)
  ffts.set(size, known)
  return known
}

/** White noise under a slope of up to −6 dB an octave, `snrDb` under the speech. */
function withNoise(samples: Float32Array, random: Random, snrDb: number): Float32Array {
  const slope = 0.95 * random.uniform()
  const noise = new Float32Array(samples.length)
  let [state, power, speech] = [0, 0, 0]
  for (let n = 0; n < samples.length; n++) {
    state = slope * state + random.normal()
    noise[n] = state
    power += state * state
    speech += samples[n]! ** 2
  }
  const gain = Math.sqrt(speech / power) * 10 ** (-snrDb / 20)
  return samples.map((value, n) => value + gain * noise[n]!)
}
