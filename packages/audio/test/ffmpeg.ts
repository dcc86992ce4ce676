import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import type { Pcm } from '../src/pcm.ts'
import { encodeWav } from '../src/wav-encode.ts'

const isThere = spawnSync('ffmpeg', ['-version']).status === 0

/** Tests that need ffmpeg: where it is missing they are skipped by name, and in CI they fail. */
export function describeWithFfmpeg(name: string, body: () => void): void {
  if (isThere) describe(name, body)
  else if (process.env.CI) describe(name, () => it('finds ffmpeg', missing))
  else describe.skip(`${name} (skipped: ffmpeg is not installed)`, body)
}

function missing(): never {
  throw new Error('ffmpeg is not installed; Debian: apt-get install ffmpeg')
}

/** Runs ffmpeg, `input` being its standard input, and gives what it says. */
export function ffmpeg(args: readonly string[], input?: Uint8Array): string {
  const run = spawnSync('ffmpeg', ['-hide_banner', '-y', ...args], { input })
  if (run.status !== 0) throw new Error(`ffmpeg ${args.join(' ')}: ${run.stderr}`)
  return `${run.stdout}${run.stderr}`
}

/** A file that ffmpeg makes of an input by `args`, as bytes. */
export function made(input: Uint8Array, extension: string, args: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'vv-audio-test-'))
  try {
    const path = join(folder, `made.${extension}`)
    ffmpeg(['-v', 'error', '-i', 'pipe:0', ...args, path], input)
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Two sentences by the flite voice slt that Debian's ffmpeg carries: a 16 kHz WAV of 5 s. */
export function fliteSpeech(): Buffer {
  const text =
    'The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background.'
  const source = ['-f', 'lavfi', '-i', `flite=text='${text}':voice=slt`]
  const folder = mkdtempSync(join(tmpdir(), 'vv-audio-test-'))
  try {
    ffmpeg(['-v', 'error', ...source, join(folder, 'speech.wav')])
    return readFileSync(join(folder, 'speech.wav'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Integrated loudness (LUFS) and true peak (dBTP) by ffmpeg's ebur128, to a tenth. */
export function ebur128(pcm: Pcm): { lufs: number; dbtp: number } {
  const args = ['-nostdin', '-i', 'pipe:0', '-af', 'ebur128=peak=true', '-f', 'null', '-']
  const summary = ffmpeg(args, encodeWav(pcm)).split('Summary:')[1] ?? ''
  const figure = (name: string) =>
    Number(new RegExp(`${name}:\\s+(-?[\\d.]+|-inf)`).exec(summary)?.[1])
  return { lufs: figure('I'), dbtp: figure('Peak') }
}
