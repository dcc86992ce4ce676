import { decodeWav, encodeWav, type Pcm, resample } from '@viva-voce/audio'
import { gaussian, seeded } from './speech-like.ts'

/** Written as a 16-bit WAV file and read back. */
export function storedAs16Bit(pcm: Pcm): Pcm {
  return decodeWav(encodeWav(pcm)).pcm
}

/** Louder or softer by `db`, then stored. */
export function changeGain(pcm: Pcm, db: number): Pcm {
  const factor = 10 ** (db / 20)
  return storedAs16Bit({ ...pcm, samples: pcm.samples.map((value) => value * factor) })
}

/** Without its first `seconds`. */
export function trimStart(pcm: Pcm, seconds: number): Pcm {
  return { ...pcm, samples: pcm.samples.slice(Math.round(seconds * pcm.sampleRateHz)) }
}

/** At `hz` and back at its own rate. */
export function throughRate(pcm: Pcm, hz: number): Pcm {
  return resample(resample(pcm, hz), pcm.sampleRateHz)
}

/** With white noise `snrDb` under the clip's mean power. */
export function addNoise(pcm: Pcm, snrDb: number, seed: number): Pcm {
  const random = seeded(seed)
  const power = pcm.samples.reduce((sum, value) => sum + value * value, 0) / pcm.samples.length
  const deviation = Math.sqrt(power * 10 ** (-snrDb / 10))
  return { ...pcm, samples: pcm.samples.map((value) => value + deviation * gaussian(random)) }
}

/** Turned upside down. */
export function invert(pcm: Pcm): Pcm {
  return { ...pcm, samples: pcm.samples.map((value) => -value) }
}

/** Several clips one after the other. */
export function join(...clips: Pcm[]): Pcm {
  const samples = Float32Array.from(clips.flatMap((clip) => Array.from(clip.samples)))
  return { samples, sampleRateHz: clips[0]!.sampleRateHz }
}

/** With an echo of 1.5 ms at 0.8: every bin then lies between neighbours that are louder or quieter. */
export function comb({ samples, sampleRateHz }: Pcm): Pcm {
  const delay = Math.round(0.0015 * sampleRateHz)
  return {
    samples: samples.map((value, n) => 0.5 * (value + 0.8 * (samples[n - delay] ?? 0))),
    sampleRateHz,
  }
}
