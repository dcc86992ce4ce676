import { expect, test } from 'vitest'
import { writeWav } from './wav.ts'

const headerOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 44))

test('the header says mono, 16 bit, the given rate and the true sizes', () => {
  const header = headerOf(writeWav(new Float32Array(480), 48_000))
  expect(header.toString('latin1', 0, 4)).toBe('RIFF')
  expect(header.readUInt32LE(4)).toBe(36 + 960)
  expect(header.toString('latin1', 8, 16)).toBe('WAVEfmt ')
  expect(header.readUInt16LE(20)).toBe(1)
  expect(header.readUInt16LE(22)).toBe(1)
  expect(header.readUInt32LE(24)).toBe(48_000)
  expect(header.readUInt32LE(28)).toBe(96_000)
  expect(header.readUInt16LE(32)).toBe(2)
  expect(header.readUInt16LE(34)).toBe(16)
  expect(header.toString('latin1', 36, 40)).toBe('data')
  expect(header.readUInt32LE(40)).toBe(960)
})

test('samples come back within half a step, and what is too loud is cut off, not turned over', () => {
  const samples = Float32Array.from([0, 0.5, -0.5, 1, -1, 1.7, -1.7, 0.000_01])
  const data = Buffer.from(writeWav(samples, 44_100)).subarray(44)
  const read = Array.from(samples, (_, i) => data.readInt16LE(i * 2))
  expect(read).toEqual([0, 16_384, -16_383, 32_767, -32_767, 32_767, -32_767, 0])
})

test('no samples are an empty file that is still a WAV', () => {
  expect(writeWav(new Float32Array(0), 44_100)).toHaveLength(44)
})
