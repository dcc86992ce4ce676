import { createHash } from 'node:crypto'
import { decodeWav, encodeAudio, encodeWav, type Pcm } from '@viva-voce/audio'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Credentials, developmentCredentials } from './credentials.ts'
import { addManifest, manifestBeside, readManifest, type Statement } from './manifests.ts'

const tone: Pcm = {
  sampleRateHz: 24_000,
  samples: Float32Array.from({ length: 24_001 }, (_, n) => 0.3 * Math.sin(n / 20)),
}
const statement: Statement = {
  instanceId: '0192a1b2-0000-7000-8000-000000000001',
  title: 'Synthetic speech syn_1',
  description: 'Spoken by a machine under licence lic_1.',
  generator: 'Viva Voce',
  digitalSourceType: 'algorithmicMedia',
  watermark: { algorithm: 'com.vivavoce.watermark.1', payload: 0xdeadbeef },
}
let ours: Credentials
let theirs: Credentials

beforeAll(async () => {
  ours = await developmentCredentials(new Uint8Array(32).fill(1), 'Viva Voce')
  theirs = await developmentCredentials(new Uint8Array(32).fill(2), 'Somebody Else')
})

async function made(format: 'wav' | 'mp3', by = ours): Promise<Uint8Array> {
  const { bytes } = await encodeAudio(tone, { format, metadata: { title: 'A tone' } })
  return addManifest(bytes, statement, by)
}

describe.each(['wav', 'mp3'] as const)('a manifest in %s', (format) => {
  it('says what was signed, and is ours', async () => {
    expect(await readManifest(await made(format), ours)).toEqual({
      isValid: true,
      isOurs: true,
      title: 'Synthetic speech syn_1',
      generator: 'Viva Voce',
      digitalSourceType: 'algorithmicMedia',
      watermark: { algorithm: 'com.vivavoce.watermark.1', payload: 0xdeadbeef },
      problems: [],
    })
  })

  it('carries the sentence on voice and licence', async () => {
    expect(Buffer.from(await made(format)).includes(statement.description)).toBe(true)
  })

  it('of somebody else is valid and not ours, whatever it calls itself', async () => {
    const imitated = await developmentCredentials(new Uint8Array(32).fill(3), 'Viva Voce')
    for (const other of [theirs, imitated]) {
      const found = await readManifest(await made(format, other), ours)
      expect(found).toMatchObject({ isValid: true, isOurs: false })
    }
  })

  it('no longer fits audio that was changed', async () => {
    const bytes = await made(format)
    const changed = bytes.slice()
    // Of WAV the samples stand before the manifest, of MP3 behind it.
    changed[format === 'wav' ? 20_000 : bytes.length - 500]! ^= 0x10
    const found = await readManifest(changed, ours)
    expect(found).toMatchObject({ isValid: false, isOurs: false })
    expect(found?.problems).toContain('assertion.dataHash.mismatch')
  })

  it('never throws, and never says as ours what was not signed, whatever happens to its bytes', async () => {
    const bytes = await made(format)
    const signed = await readManifest(bytes, ours)
    const start = format === 'wav' ? bytes.length - 4_000 : 10
    let refused = 0
    for (let at = start; at < start + 4_000; at += 37) {
      const changed = bytes.slice()
      changed[at]! ^= 0xff
      const found = await readManifest(changed, ours)
      // Room that was left for a longer signature is not part of what is signed.
      if (found?.isOurs) expect(found).toEqual(signed)
      else refused++
    }
    expect(refused).toBeGreaterThan(40)
  })
})

it('leaves the audio of a WAV as it was, in an odd number of samples too', async () => {
  const plain = encodeWav(tone)
  const signed = await made('wav')
  expect(decodeWav(signed).pcm.samples).toEqual(decodeWav(plain).pcm.samples)
  expect(Buffer.from(signed).readUInt32LE(4)).toBe(signed.length - 8)
})

it('takes less than 5 kB', async () => {
  const { bytes } = await encodeAudio(tone, { format: 'mp3', metadata: {} })
  const signed = await addManifest(bytes, statement, ours)
  expect(signed.length - bytes.length).toBeLessThan(5_000)
})

it('finds none in files without, and in bytes that are no audio', async () => {
  expect(await readManifest(encodeWav(tone), ours)).toBeNull()
  expect(await readManifest(new Uint8Array(0), ours)).toBeNull()
  expect(await readManifest(Buffer.from('{"not": "audio"}'), ours)).toBeNull()
})

describe.each([
  ['opus', 'audio/ogg'],
  ['aac', 'audio/mp4'],
  ['flac', 'audio/flac'],
  ['wav', 'audio/wav'],
] as const)('a manifest beside %s', (format, mimeType) => {
  const make = async (by = ours) => {
    const { bytes } = await encodeAudio(tone, { format, metadata: { title: 'A tone' } })
    const sha256 = createHash('sha256').update(bytes).digest()
    return { bytes, beside: await manifestBeside({ sha256, mimeType }, statement, by) }
  }

  it('says what was signed of exactly these bytes, and is ours', async () => {
    const { bytes, beside } = await make()
    const found = await readManifest(bytes, ours, beside)
    expect(found).toMatchObject({ isValid: true, isOurs: true, title: statement.title })
    expect(found?.watermark).toEqual(statement.watermark)
    const changed = bytes.slice()
    changed[bytes.length - 1]! ^= 1
    expect(await readManifest(changed, ours, beside)).toMatchObject({
      ...{ isValid: false, isOurs: false },
      problems: expect.arrayContaining(['assertion.dataHash.mismatch']),
    })
  })

  it('of somebody else is not ours, and of nobody no manifest', async () => {
    const { bytes, beside } = await make(theirs)
    const found = await readManifest(bytes, ours, beside)
    expect(found).toMatchObject({ isValid: true, isOurs: false })
    for (const rubbish of [new Uint8Array(0), bytes, beside.subarray(0, 900)]) {
      expect(await readManifest(bytes, ours, rubbish)).toMatchObject({ isValid: false })
    }
  })
})
