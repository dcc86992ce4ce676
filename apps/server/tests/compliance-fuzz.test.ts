import { randomInt } from 'node:crypto'
import { expect, onTestFailed, test } from 'vitest'
import { describeWithFfmpeg } from '../../../packages/audio/test/ffmpeg.ts'
import { fuzzDetector } from './setup/fuzz.ts'

const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))

describeWithFfmpeg(`the detector and 20 malformed files (FUZZ_SEED=${seed})`, () => {
  test('ends with an answer or a refusal, within time and memory, and calls nobody', async () => {
    onTestFailed(() => console.log(`to send the same files again: FUZZ_SEED=${seed}`))
    const outcome = await fuzzDetector(20, seed)
    expect(outcome).toMatchObject({ crashes: [], connections: 0, claims: 0 })
    expect(Object.values(outcome.ends).reduce((sum, count) => sum + count, 0)).toBe(20)
    expect(outcome.decoderMiB).toBeLessThan(512)
  }, 120_000)
})
