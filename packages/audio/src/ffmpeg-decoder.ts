/** How ffmpeg is asked for one mono track of raw floats, and what it gives. */
import { inputArguments, type Probed } from './probe.ts'
import type { Container } from './sniff.ts'

export const FLOAT_BYTES = 4

/** Arguments that make ffmpeg print a file's first audio track as 32-bit floats, the mean of its channels. */
export function decoderArguments(
  path: string,
  container: Container,
  { channels }: Probed,
  options: { maxSeconds: number; sampleRateHz: number },
): string[] {
  // Not `-ac 1`, which makes float stereo up to 3 dB louder than the mean.
  const sum = Array.from({ length: channels }, (_, channel) => `c${channel}`)
  const mean = `pan=mono|c0<${sum.join('+')}`
  return [
    ...['-v', 'error', '-nostdin', ...inputArguments(container)],
    ...['-t', String(options.maxSeconds + 1), '-i', `file:${path}`],
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-threads', '1'],
    ...['-af', mean, '-ar', String(options.sampleRateHz), '-f', 'f32le', 'pipe:1'],
  ]
}

/** Whole samples of raw floats; what is no finite number is silence. */
export function toSamples(bytes: Buffer): Float32Array {
  const samples = new Float32Array(Math.floor(bytes.length / FLOAT_BYTES))
  for (let i = 0; i < samples.length; i++) {
    const sample = bytes.readFloatLE(i * FLOAT_BYTES)
    samples[i] = Number.isFinite(sample) ? sample : 0
  }
  return samples
}
