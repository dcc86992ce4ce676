import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeWav, encodeWav, type Pcm } from '../../packages/audio/index.ts'
import type { NamedAttack } from './attacks.ts'

/** The attacked file, as 16-bit WAV: kept in `folder`, if there is one, for the next run on the same marked audio. */
export function attacked(attack: NamedAttack, marked: Pcm, folder: string | undefined): Pcm {
  if (!folder || attack.fresh) return attack.run(marked)
  mkdirSync(folder, { recursive: true })
  const hash = createHash('sha256').update(String(marked.sampleRateHz)).update(attack.name)
  const samples = new Uint8Array(marked.samples.buffer)
  const file = join(folder, `${hash.update(samples).digest('hex').slice(0, 32)}.wav`)
  if (!existsSync(file)) {
    const part = `${file}.${process.pid}`
    writeFileSync(part, encodeWav(attack.run(marked)))
    renameSync(part, file)
  }
  return decodeWav(readFileSync(file)).pcm
}
