/** Attacks by other programs: ffmpeg and sox as child processes, over files in a folder of this run. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeWav, encodeWav, type Pcm } from '../../packages/audio/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'viva-voce-attacks-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const input = join(folder, 'in.wav')
const output = join(folder, 'out.wav')

/** Through ffmpeg's filters. */
export function filtered(filters: string): (pcm: Pcm) => Pcm {
  return (pcm) =>
    through(pcm, () => ffmpeg(['-i', input, '-af', filters, '-c:a', 'pcm_s16le', output]))
}

/** Encoded by ffmpeg into a file of this extension, and decoded again. */
export function coded(extension: string, ...options: string[]): (pcm: Pcm) => Pcm {
  const file = join(folder, `coded.${extension}`)
  return (pcm) =>
    through(pcm, () => {
      ffmpeg(['-i', input, ...options, file])
      ffmpeg(['-i', file, '-c:a', 'pcm_s16le', output])
    })
}

/** Through sox's effects; options stand before the output file. */
export function soxed(effects: string, options = ''): (pcm: Pcm) => Pcm {
  return (pcm) =>
    through(pcm, () => {
      const words = (text: string) => text.split(' ').filter(Boolean)
      run('sox', ['-V1', '-D', input, '-b', '16', ...words(options), output, ...words(effects)])
    })
}

/** Whether ffmpeg has an encoder, and sox is there at all. */
export function hasEncoder(name: string): boolean {
  return encoders().includes(` ${name} `)
}

export function hasSox(): boolean {
  try {
    execFileSync('sox', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

let known: string | undefined

function encoders(): string {
  known ??= execFileSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8' })
  return known
}

function through(pcm: Pcm, work: () => void): Pcm {
  writeFileSync(input, encodeWav(pcm))
  work()
  return decodeWav(readFileSync(output)).pcm
}

function ffmpeg(args: string[]): void {
  run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...args])
}

function run(program: string, args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 120_000 })
}
