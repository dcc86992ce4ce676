/** What happens to audio on its way, by ffmpeg where it is a codec or a filter. Mono at 16 kHz in and out. */
import { spawnSync } from 'node:child_process'
import { encodeWav } from '@viva-voce/audio'
import { gaussian, seeded } from '../../packages/watermark/test/speech-like.ts'

export const RATE_HZ = 16_000
export type Attack = (samples: Float32Array, seed: number) => Float32Array

const maxBuffer = 2 ** 28

function ffmpeg(input: Uint8Array, args: readonly string[]): Buffer {
  const quiet = ['-v', 'error', '-threads', '1']
  const run = spawnSync('ffmpeg', [...quiet, ...args, 'pipe:1'], { input, maxBuffer })
  if (run.status !== 0) throw new Error(`ffmpeg ${args.join(' ')}: ${run.stderr}`)
  return run.stdout
}

const toWav = (samples: Float32Array) => encodeWav({ samples, sampleRateHz: RATE_HZ })
const rawArgs = ['-ac', '1', '-ar', String(RATE_HZ), '-f', 'f32le']

function toSamples(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) =>
    bytes.readFloatLE(4 * i),
  )
}

/** Encoded by `args` and decoded again. */
function codec(...args: string[]): Attack {
  const isGsm = args.includes('libgsm')
  return (samples) => {
    const coded = ffmpeg(toWav(samples), ['-i', 'pipe:0', ...args])
    // Raw GSM frames have no header.
    const input = isGsm ? ['-f', 'gsm', '-ar', '8000'] : []
    return toSamples(ffmpeg(coded, [...input, '-i', 'pipe:0', ...rawArgs]))
  }
}

function filter(text: string): Attack {
  return (samples) => toSamples(ffmpeg(toWav(samples), ['-i', 'pipe:0', '-af', text, ...rawArgs]))
}

/** White noise, or pink (P. Kellet's three-pole filter), at an SNR in dB. */
function noise(snrDb: number, isPink = false): Attack {
  return (samples, seed) => {
    const random = seeded(seed)
    const poles = [0, 0, 0]
    const next = () => {
      const white = gaussian(random)
      if (!isPink) return white
      poles[0] = 0.99765 * poles[0]! + white * 0.099
      poles[1] = 0.963 * poles[1]! + white * 0.2965
      poles[2] = 0.57 * poles[2]! + white * 1.0527
      return (poles[0]! + poles[1]! + poles[2]! + white * 0.1848) / 1.9
    }
    const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length
    const deviation = Math.sqrt(power * 10 ** (-snrDb / 10))
    return samples.map((value) => value + deviation * next())
  }
}

/** As a tape that runs faster by `factor`: higher and shorter. */
const speed = (factor: number) =>
  filter(`asetrate=${Math.round(RATE_HZ * factor)},aresample=${RATE_HZ}`)

export const attacks: Readonly<Record<string, Attack>> = {
  none: (samples) => samples,
  'MP3 32k': codec('-b:a', '32k', '-f', 'mp3'),
  'Opus 24k': codec('-c:a', 'libopus', '-b:a', '24k', '-f', 'ogg'),
  'Opus 12k': codec('-c:a', 'libopus', '-b:a', '12k', '-f', 'ogg'),
  'AAC 32k': codec('-c:a', 'aac', '-b:a', '32k', '-f', 'adts'),
  GSM: codec('-ar', '8000', '-c:a', 'libgsm', '-f', 'gsm'),
  'G.711': codec('-ar', '8000', '-c:a', 'pcm_mulaw', '-f', 'wav'),
  'white noise 20 dB': noise(20),
  'white noise 10 dB': noise(10),
  'pink noise 10 dB': noise(10, true),
  'middle half': (samples) => samples.slice(samples.length / 4, (samples.length * 3) / 4),
  'trim 0.37 s': (samples) => samples.slice(0.37 * RATE_HZ),
  'low-pass 3.4 kHz': filter('lowpass=3400'),
  'high-pass 300 Hz': filter('highpass=300'),
  echo: filter('aecho=0.8:0.7:90:0.4'),
  'clipping at 40 %': (samples) => {
    const limit = 0.4 * samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    return samples.map((value) => Math.max(-limit, Math.min(limit, value)))
  },
  'speed +1 %': speed(1.01),
  'speed +3 %': speed(1.03),
  'speed −3 %': speed(0.97),
  'stretch 2 %': filter('atempo=1.02'),
  'pitch +3 %': filter(`asetrate=16480,aresample=${RATE_HZ},atempo=${1 / 1.03}`),
}
