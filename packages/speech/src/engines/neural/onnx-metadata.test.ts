import { ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHARACTER_METADATA, toyGraph } from '../../../test/toy-model.ts'
import { field, model, number } from '../../../test/toy-onnx.ts'
import { OnnxError, readOnnxMetadata } from './onnx-metadata.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'onnx-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function read(bytes: Uint8Array): Map<string, string> {
  const path = join(folder, 'model.onnx')
  writeFileSync(path, bytes)
  return readOnnxMetadata(path)
}

describe('readOnnxMetadata', () => {
  test('reads every entry, behind the graph and before it', () => {
    expect(Object.fromEntries(read(toyGraph(CHARACTER_METADATA)))).toEqual(CHARACTER_METADATA)
    const entry = field(14, Buffer.concat([field(1, utf8('key')), field(2, utf8('wört'))]))
    const file = Buffer.concat([number(1, 8), entry, field(7, new Uint8Array(9))])
    expect([...read(file)]).toEqual([['key', 'wört']])
  })

  test('reads an entry that is longer than its window', () => {
    const long = 'x'.repeat(100_000)
    expect(read(model(new Uint8Array(3), { long })).get('long')).toBe(long)
  })

  test('skips a graph of gigabytes without reading it', () => {
    const path = join(folder, 'large.onnx')
    const size = 3 * 2 ** 30
    const head = Buffer.concat([number(1, 8), Buffer.from([0x3a]), varint(size)])
    const tail = field(14, Buffer.concat([field(1, utf8('a')), field(2, utf8('b'))]))
    const file = openSync(path, 'w')
    writeSync(file, head)
    ftruncateSync(file, head.length + size)
    writeSync(file, tail, 0, tail.length, head.length + size)
    const before = process.memoryUsage().arrayBuffers
    expect([...readOnnxMetadata(path)]).toEqual([['a', 'b']])
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000)
  })

  test.each([
    ['an empty file', new Uint8Array(), 'it is not an ONNX model'],
    ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ''],
    ['text', utf8('hello, I am a model'), ''],
    ['only metadata', model(new Uint8Array(), { a: 'b' }).subarray(4), 'it is not an ONNX model'],
    ['a length beyond the end', Buffer.from([0x3a, 0x7f, 0]), 'a field goes beyond the end'],
    ['a length of 2^63', Buffer.from([0x3a, ...Array(9).fill(0xff), 1]), 'beyond the end'],
    ['a number without end', Buffer.alloc(20, 0xff), 'more than ten bytes'],
    ['a number cut off', Buffer.from([0x08, 0x80]), 'ends within a number'],
    ['a group', Buffer.from([0x0b]), 'wire type 3'],
    ['field number 0', Buffer.from([0x00, 0x00]), 'field number 0'],
    ['metadata as a number', number(14, 1), 'not in the form of ONNX'],
    ['too many fields', Buffer.alloc(20_004, Buffer.from(number(1, 8))), 'over 10000 fields'],
    ['too much metadata', model(new Uint8Array(1), { a: 'x'.repeat(1_100_000) }), 'over 1 MiB'],
  ])('refuses %s', (_, bytes, message) => {
    const run = () => read(bytes)
    expect(run).toThrow(OnnxError)
    expect(run).toThrow(message)
  })

  test('gives a map or an OnnxError for any bytes', () => {
    const anything = fc.uint8Array({ maxLength: 300 })
    fc.assert(fc.property(anything, isHarmless), { seed: SEED, numRuns: 500 })
  })

  test('gives a map or an OnnxError for a damaged model', () => {
    const whole = toyGraph(CHARACTER_METADATA)
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 })
    const damaged = fc.tuple(damage, fc.nat(whole.length)).map(([changes, length]) => {
      const bytes = whole.slice()
      // Most of the file is the graph, which is skipped: the changes go to its ends.
      for (const [at, value] of changes)
        bytes.set([value], at % 2 ? at % 20 : whole.length - 1 - (at % 300))
      return length % 2 ? bytes : bytes.subarray(0, length)
    })
    fc.assert(fc.property(damaged, isHarmless), { seed: SEED, numRuns: 500 })
  })
})

function isHarmless(bytes: Uint8Array): boolean {
  try {
    return read(bytes) instanceof Map
  } catch (error) {
    return error instanceof OnnxError
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function varint(value: number): Uint8Array {
  return number(1, value).subarray(1)
}
