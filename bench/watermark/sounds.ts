/** Attacks that are computed here: noise, music, cuts, level. All are deterministic. */
import { type Pcm, resample } from '../../packages/audio/index.ts'
import { gaussian, seeded } from '../../packages/watermark/test/speech-like.ts'

export type Attack = (pcm: Pcm) => Pcm

/** Every sample changed by itself. */
export function mapped(change: (sample: number) => number): Attack {
  return ({ samples, sampleRateHz }) => ({ samples: samples.map(change), sampleRateHz })
}

export function powerOf(samples: Float32Array): number {
  let sum = 0
  for (const value of samples) sum += value * value
  return sum / Math.max(1, samples.length)
}

/** With another sound `ratioDb` under the clip's mean power. */
function mixed(
  make: (length: number, sampleRateHz: number) => Float32Array,
  ratioDb: number,
): Attack {
  return ({ samples, sampleRateHz }) => {
    const other = make(samples.length, sampleRateHz)
    const gain = Math.sqrt((powerOf(samples) / powerOf(other)) * 10 ** (-ratioDb / 10))
    return { samples: samples.map((value, n) => value + gain * other[n]!), sampleRateHz }
  }
}

export function whiteNoise(length: number, seed = 1): Float32Array {
  const random = seeded(seed)
  return Float32Array.from({ length }, () => gaussian(random))
}

/** White noise through three first-order sections (P. Kellet's filter: −3 dB an octave within 0.05 dB). */
export function pinkNoise(length: number, seed = 1): Float32Array {
  let [a, b, c] = [0, 0, 0]
  return whiteNoise(length, seed).map((white) => {
    a = 0.99765 * a + white * 0.099046
    b = 0.963 * b + white * 0.2965164
    c = 0.57 * c + white * 1.0526913
    return a + b + c + white * 0.1848
  })
}

/** Three voices of decaying harmonic tones and a beat, 110 in a minute. */
export function music(length: number, sampleRateHz: number, seed = 7): Float32Array {
  const random = seeded(seed)
  const samples = new Float32Array(length)
  const beat = Math.round((60 / 110) * sampleRateHz)
  const scale = [0, 2, 4, 5, 7, 9, 11, 12]
  for (let at = 0; at < length; at += beat / 2) {
    for (const octave of [110, 220, 440]) {
      const note = octave * 2 ** (scale[Math.floor(random() * scale.length)]! / 12)
      addTone(samples, Math.round(at), note, sampleRateHz)
    }
    const end = Math.min(length, at + 0.05 * sampleRateHz)
    for (let n = Math.round(at); n < end; n++) {
      samples[n]! += 0.3 * gaussian(random) * Math.exp((-60 * (n - at)) / sampleRateHz)
    }
  }
  return samples
}

function addTone(samples: Float32Array, at: number, hz: number, sampleRateHz: number): void {
  const end = Math.min(samples.length, at + sampleRateHz)
  for (let n = at; n < end; n++) {
    const t = (n - at) / sampleRateHz
    for (let harmonic = 1; harmonic <= 6 && harmonic * hz < sampleRateHz / 2; harmonic++) {
      const level = Math.exp(-3 * harmonic * t) / harmonic
      samples[n]! += 0.15 * level * Math.sin(2 * Math.PI * harmonic * hz * t)
    }
  }
}

export const withWhiteNoise = (snrDb: number) => mixed((length) => whiteNoise(length), snrDb)
export const withPinkNoise = (snrDb: number) => mixed((length) => pinkNoise(length), snrDb)
export const withMusic = (snrDb: number) => mixed(music, snrDb)

/** From a share to a share of the clip. */
export function cropped(from: number, to: number): Attack {
  return ({ samples, sampleRateHz }) => ({
    samples: samples.slice(Math.round(from * samples.length), Math.round(to * samples.length)),
    sampleRateHz,
  })
}

/** Without its first seconds. */
export function trimmed(seconds: number): Attack {
  return ({ samples, sampleRateHz }) => ({
    samples: samples.slice(Math.round(seconds * sampleRateHz)),
    sampleRateHz,
  })
}

/** A tenth of a second taken out at each third and two pieces exchanged: what an editor does to a sentence. */
export function spliced({ samples, sampleRateHz }: Pcm): Pcm {
  const third = Math.floor(samples.length / 3)
  const cut = Math.round(0.1 * sampleRateHz)
  const piece = (i: number) => samples.subarray(i * third, (i + 1) * third - cut)
  return { samples: joined([piece(1), piece(0), piece(2)]), sampleRateHz }
}

/** Half a second of silence after 40 % of the clip. */
export function withSilence({ samples, sampleRateHz }: Pcm): Pcm {
  const at = Math.round(0.4 * samples.length)
  const gap = new Float32Array(Math.round(0.5137 * sampleRateHz))
  return { samples: joined([samples.subarray(0, at), gap, samples.subarray(at)]), sampleRateHz }
}

export function joined(pieces: Float32Array[]): Float32Array {
  const out = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    out.set(piece, at)
    at += piece.length
  }
  return out
}

/** At another rate and back. */
export function throughRate(hz: number): Attack {
  return (pcm) => resample(resample(pcm, hz), pcm.sampleRateHz)
}

/** Cut off at 40 % of the peak. */
export function clipped({ samples, sampleRateHz }: Pcm): Pcm {
  let peak = 0
  for (const value of samples) peak = Math.max(peak, Math.abs(value))
  const top = 0.4 * peak
  return { samples: samples.map((value) => Math.min(top, Math.max(-top, value))), sampleRateHz }
}
