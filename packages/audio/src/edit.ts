import { type Pcm, peak } from './pcm.ts'

/** Frame over which loudness is judged when silence is looked for: short beside any phone. */
const TRIM_FRAME_SECONDS = 0.01
/** Under every voice's pitch. */
const OFFSET_CUT_OFF_HZ = 30

/**
 * A copy without what lies under about 30 Hz, by a one-pole, one-zero high-pass (J. O. Smith, "DC Blocker",
 * https://ccrma.stanford.edu/~jos/filters/DC_Blocker.html), so that silence is at zero and joins do not step.
 */
export function blockOffset(pcm: Pcm): Pcm {
  const pole = Math.exp((-2 * Math.PI * OFFSET_CUT_OFF_HZ) / pcm.sampleRateHz)
  const samples = new Float32Array(pcm.samples.length)
  let before = pcm.samples[0] ?? 0
  let output = 0
  for (let i = 0; i < samples.length; i++) {
    output = pcm.samples[i]! - before + pole * output
    before = pcm.samples[i]!
    samples[i] = output
  }
  return { ...pcm, samples }
}

/**
 * A copy whose first and last `seconds` rise from and fall to zero as half a cosine period, so that a
 * cut or a join makes no click. Audio shorter than two fades gets fades of half its length.
 */
export function fadeEdges(pcm: Pcm, seconds: number): Pcm {
  const samples = pcm.samples.slice()
  const wished = Math.round(seconds * pcm.sampleRateHz)
  const length = Math.min(wished, Math.floor(samples.length / 2))
  for (let i = 0; i < length; i++) {
    const gain = 0.5 - 0.5 * Math.cos((Math.PI * i) / length)
    samples[i]! *= gain
    samples[samples.length - 1 - i]! *= gain
  }
  return { ...pcm, samples }
}

/** A copy made quieter as far as its peak needs to stay at or under `ceilingDb` (dBFS, 0 or less); never louder. */
export function limitPeak(pcm: Pcm, ceilingDb: number): Pcm {
  const ceiling = 10 ** (ceilingDb / 20)
  const gain = Math.min(1, ceiling / peak(pcm))
  const samples = pcm.samples.slice()
  if (gain !== 1) for (let n = 0; n < samples.length; n++) samples[n]! *= gain
  return { ...pcm, samples }
}

/** How `trimSilence` decides and what it leaves. */
export interface TrimOptions {
  /** Frames this far under the loudest frame, in dB (negative), count as silent. */
  thresholdDb: number
  /** Audio kept before the first and after the last frame that is not silent, in seconds. */
  keepSeconds: number
}

/**
 * The audio without the silence before and after it, judged by 10 ms frames against the loudest one,
 * so that it works on quiet and loud voices alike. All-silent audio comes back empty.
 */
export function trimSilence(pcm: Pcm, options: TrimOptions): Pcm {
  const frame = Math.max(1, Math.round(TRIM_FRAME_SECONDS * pcm.sampleRateHz))
  const energies = frameEnergies(pcm.samples, frame)
  const loudest = energies.reduce((a, b) => Math.max(a, b), 0)
  const floor = loudest * 10 ** (options.thresholdDb / 10)
  const first = energies.findIndex((energy) => energy > floor)
  if (first < 0) return { ...pcm, samples: new Float32Array(0) }
  const last = energies.findLastIndex((energy) => energy > floor)
  const keep = Math.round(options.keepSeconds * pcm.sampleRateHz)
  const start = Math.max(0, first * frame - keep)
  return { ...pcm, samples: pcm.samples.slice(start, (last + 1) * frame + keep) }
}

function frameEnergies(samples: Float32Array, frame: number): number[] {
  const energies: number[] = []
  for (let start = 0; start < samples.length; start += frame) {
    const end = Math.min(samples.length, start + frame)
    let sum = 0
    for (let n = start; n < end; n++) sum += samples[n]! * samples[n]!
    energies.push(sum)
  }
  return energies
}
