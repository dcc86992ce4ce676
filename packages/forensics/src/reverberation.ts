/**
 * How long a room holds on to sound, from speech alone: the faster a band's level ever falls, the drier the room
 * (J. Wen, E. Habets, P. Naylor, "Blind estimation of reverberation time based on the distribution of signal decay rates", ICASSP 2008).
 */
import { createRealFft, type Pcm, resample } from '@viva-voce/audio'

const RATE_HZ = 16_000
const SIZE = 512
/** 8 ms. */
const HOP = 128
/** Third octaves from 400 Hz to 6 kHz: lower ones are as slow as their filters, higher ones are drowned first. */
const EDGES_HZ = Array.from({ length: 13 }, (_, i) => 400 * 2 ** (i / 3))
/** A fall is measured over 10 frames: a room of a quarter of a second falls 20 dB in that time. */
const SPAN = 10
/** A fall begins this near the band's loud moments … */
const BEGIN_DB = 15
/** … and ends this far over its floor, which would hold it up. */
const ABOVE_FLOOR_DB = 6
/** The quick falls: this share is quicker. */
const QUICK_SHARE = 0.1
/** Fewer falls than this say nothing. */
const LEAST_FALLS = 60

const fft = createRealFft(SIZE)
const HANN = Float32Array.from(
  { length: SIZE },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / SIZE),
)

/**
 * Seconds in which a sound falls by 60 dB where speech falls quickest. Dry speech has some 0.1 to 0.2 s of its own, and a
 * room's reverberation time is told above that. Null when there is too little speech over the background to say.
 */
export function decaySeconds(pcm: Pcm): number | null {
  const levels = bandLevels(resample(pcm, RATE_HZ).samples)
  const falls: number[] = []
  for (const band of levels) collectFalls(band, falls)
  if (falls.length < LEAST_FALLS) return null
  falls.sort((a, b) => b - a)
  const quick = falls[Math.floor(falls.length * QUICK_SHARE)]!
  return quick <= 0 ? null : 60 / quick
}

/** Levels in dB of each third octave, frame by frame. */
function bandLevels(samples: Float32Array): Float64Array[] {
  const frames = Math.max(0, Math.floor((samples.length - SIZE) / HOP) + 1)
  const bands = Array.from({ length: EDGES_HZ.length - 1 }, () => new Float64Array(frames))
  const bins = EDGES_HZ.map((hz) => Math.round((hz * SIZE) / RATE_HZ))
  for (let t = 0; t < frames; t++) {
    const { time } = fft
    for (let n = 0; n < SIZE; n++) time[n] = samples[t * HOP + n]! * HANN[n]!
    fft.forward()
    const { spectrum } = fft
    for (let b = 0; b < bands.length; b++) {
      let power = 1e-9
      for (let k = bins[b]!; k < bins[b + 1]!; k++)
        power += spectrum[2 * k]! ** 2 + spectrum[2 * k + 1]! ** 2
      bands[b]![t] = 10 * Math.log10(power)
    }
  }
  return bands
}

/** Slopes, in dB a second, of the stretches in which a band falls steadily from a loud moment. */
function collectFalls(levels: Float64Array, into: number[]): void {
  const sorted = levels.toSorted()
  const loud = sorted[Math.floor(0.95 * levels.length)] ?? 0
  const floor = sorted[Math.floor(0.05 * levels.length)] ?? 0
  for (let t = 0; t + SPAN < levels.length; t++) {
    const [first, last] = [levels[t]!, levels[t + SPAN]!]
    if (first < loud - BEGIN_DB || last < floor + ABOVE_FLOOR_DB || last >= first) continue
    into.push(((first - last) * RATE_HZ) / (SPAN * HOP))
  }
}
