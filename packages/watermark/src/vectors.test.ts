import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { codeOf } from './code.ts'
import { FORMATS, type Format } from './formats.ts'
import { messageOf } from './message.ts'
import { FORMAT_VERSION } from './params.ts'
import { patternOf } from './pattern.ts'

interface Vector {
  key: string
  keyVersion: number
  payload: number
  firstSigns: string
  firstCodeBits: number[]
  patternHash: string
  message: string
  codeHash: string
}

interface Vectors {
  formatVersion: number
  vectors: Vector[]
}

const SHOWN = 64
const committed: Vectors[] = JSON.parse(
  readFileSync(new URL('../vectors.json', import.meta.url), 'utf8'),
)

function hashOf(bytes: Uint8Array | Int8Array | Int16Array): string {
  const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return createHash('sha256').update(view).digest('hex')
}

/** The vector that today's code gives for a key, version and payload. */
function vectorOf({ key, keyVersion, payload }: Vector, format: Format): Vector {
  const secret = { key: Uint8Array.from(Buffer.from(key, 'hex')), keyVersion }
  const { sign, codeBit } = patternOf(secret, format)
  const message = messageOf(payload, secret, format)
  return {
    key,
    keyVersion,
    payload,
    firstSigns: Array.from(sign.subarray(0, SHOWN), (s) => (s > 0 ? '+' : '-')).join(''),
    firstCodeBits: Array.from(codeBit.subarray(0, SHOWN)),
    patternHash: `${hashOf(codeBit)}:${hashOf(sign)}`,
    message: message.join(''),
    codeHash: hashOf(codeOf(format).encode(message)),
  }
}

describe('vectors.json: files that are out there must stay readable', () => {
  test('has every format, the one that is written among them', () => {
    const versions = committed.map(({ formatVersion }) => formatVersion)
    expect(versions.toSorted()).toEqual(FORMATS.map(({ version }) => version).toSorted())
    expect(versions).toContain(FORMAT_VERSION)
  })

  const rows = committed.flatMap(({ formatVersion, vectors }) =>
    vectors.map((vector) => ({ ...vector, formatVersion })),
  )

  test.each(rows)(
    'format $formatVersion, payload $payload under key version $keyVersion',
    (row) => {
      const { formatVersion, ...vector } = row
      const format = FORMATS.find(({ version }) => version === formatVersion)!
      expect(vectorOf(vector, format)).toEqual(vector)
    },
  )
})
