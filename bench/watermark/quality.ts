/** What the mark costs to hear. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createRealFft,
  decodeWav,
  encodeWav,
  type Pcm,
  resample,
} from '../../packages/audio/index.ts'
import type { WatermarkKey } from '../../packages/watermark/index.ts'
import { logSpectralDistanceDb, segmentalSnrDb } from '../../packages/watermark/test/quality.ts'
import { percentile, round } from '../lib/report.ts'
import type { Clip } from './corpus.ts'
import { markAsSold } from './sold.ts'

const RATE_HZ = 24_000
const FRAME = 480
const fft = createRealFft(FRAME)
/** Under this a 10 ms frame is taken for silence. */
const SILENCE_DB = -60

interface Measured {
  seconds: number
  strength: number
  score: number
  distanceDb: number
  snrDb: number
  noiseToMaskDb: number
  silenceDb: number
}

/**
 * Measures each clip against itself before marking. With a folder, both are also written there as 48 kHz WAV, for
 * tools that do not come with the product (PESQ, PEAQ).
 */
export function quality(clips: readonly Clip[], key: WatermarkKey, folder?: string) {
  const rows = clips.map((clip) => {
    const { pcm, score, strength } = markAsSold(clip.pcm, { ...key, payload: clip.payload })
    if (folder) writePair(folder, clip, pcm)
    const host = resample(clip.pcm, RATE_HZ)
    const marked = resample(decodeWav(encodeWav(pcm)).pcm, RATE_HZ)
    return {
      ...{ seconds: clip.seconds, strength, score },
      distanceDb: logSpectralDistanceDb(host, marked),
      snrDb: segmentalSnrDb(host, marked),
      noiseToMaskDb: noiseToMaskDb(host, marked),
      silenceDb: noiseInSilenceDb(clip.pcm, pcm),
    }
  })
  const lengths = [...new Set(rows.map(({ seconds }) => seconds))]
  return lengths.map((seconds) =>
    summary(
      seconds,
      rows.filter((row) => row.seconds === seconds),
    ),
  )
}

function summary(seconds: number, rows: Measured[]): Record<string, unknown> {
  const mean = (of: (row: Measured) => number) =>
    round(rows.reduce((sum, row) => sum + of(row), 0) / rows.length, 2)
  const highest = (of: (row: Measured) => number) => round(percentile(rows.map(of), 1), 2)
  return {
    seconds,
    clips: rows.length,
    'strength, dB': mean((row) => row.strength),
    score: mean((row) => row.score),
    'log-spectral distance, dB': mean((row) => row.distanceDb),
    'segmental SNR, dB': mean((row) => row.snrDb),
    'noise to mask, dB': mean((row) => row.noiseToMaskDb),
    'noise to mask, worst': highest((row) => row.noiseToMaskDb),
    'noise in silence, dBFS': highest((row) => row.silenceDb),
  }
}

function writePair(folder: string, clip: Clip, marked: Pcm): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${clip.id}.host.wav`), encodeWav(resample(clip.pcm, 48_000)))
  writeFileSync(join(folder, `${clip.id}.marked.wav`), encodeWav(resample(marked, 48_000)))
}

/** RMS of what was added where the host is silent, in dBFS; −200 where nothing is. */
function noiseInSilenceDb(host: Pcm, marked: Pcm): number {
  const frame = Math.round(host.sampleRateHz / 100)
  let sum = 0
  let count = 0
  for (let start = 0; start + frame <= host.samples.length; start += frame) {
    let level = 0
    let added = 0
    for (let n = start; n < start + frame; n++) {
      level += host.samples[n]! ** 2
      added += (marked.samples[n]! - host.samples[n]!) ** 2
    }
    if (10 * Math.log10(level / frame + 1e-20) > SILENCE_DB) continue
    sum += added
    count += frame
  }
  return 10 * Math.log10(sum / Math.max(1, count) + 1e-20)
}

/** Band edges of the Bark scale to 12 kHz (E. Zwicker 1961), in bins of 50 Hz. */
const BARK_HZ = [
  100, 200, 300, 400, 510, 630, 770, 920, 1080, 1270, 1480, 1720, 2000, 2320, 2700, 3150, 3700,
  4400, 5300, 6400, 7700, 9500, 12_000,
]

/**
 * Mean over frames with sound and Bark bands of added power over the masking threshold, in dB: the host's band
 * power, spread to its neighbours (−27 dB a band down, −10 dB a band up) and lowered by 5.5 dB, the offset of
 * noise masking noise (J. Johnston, IEEE JSAC 6(2), 1988). Under 0 is under the mask.
 */
function noiseToMaskDb(host: Pcm, marked: Pcm): number {
  const noise = host.samples.map((value, n) => marked.samples[n]! - value)
  let sum = 0
  let count = 0
  for (let start = 0; start + FRAME <= noise.length; start += FRAME / 2) {
    const bands = bandPowers(host.samples, start)
    if (bands.reduce((a, b) => a + b, 0) < 1e-2) continue
    const added = bandPowers(noise, start)
    const ratio =
      added.reduce((most, power, b) => most + power / maskAt(bands, b), 0) / bands.length
    sum += 10 * Math.log10(ratio + 1e-9)
    count++
  }
  return sum / Math.max(1, count)
}

function maskAt(bands: number[], band: number): number {
  const spread = bands.reduce((sum, power, from) => {
    const distance = band - from
    return sum + power * 10 ** ((distance >= 0 ? -10 * distance : 27 * distance) / 10)
  }, 0)
  return spread * 10 ** -0.55 + 1e-6
}

function bandPowers(samples: Float32Array, start: number): number[] {
  for (let n = 0; n < FRAME; n++) {
    fft.time[n] = samples[start + n]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / FRAME))
  }
  fft.forward()
  const { spectrum } = fft
  const binHz = RATE_HZ / FRAME
  let bin = 1
  return BARK_HZ.map((edge) => {
    let power = 0
    for (; bin * binHz < edge && bin < FRAME / 2; bin++) {
      power += spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2
    }
    return power
  })
}
