import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pcm } from '@viva-voce/audio'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PlayedProcess, StillClock } from '../../../test/played-process.ts'
import { SPEAKER_METADATA, toySpeakerGraph } from '../../../test/toy-speaker-model.ts'
import { speakWhole } from '../../speak.ts'
import { flite } from '../flite/flite.ts'
import { isSherpaInstalled } from './sherpa.ts'
import { createSpeakerModel, type SpeakerModel } from './speaker-model.ts'

// Real processes on a machine that is busy with other work take their time.
vi.setConfig({ testTimeout: 30_000 })

let dir: string
let model: SpeakerModel | undefined
const file = () => join(dir, 'speaker.onnx')
const write = (bytes: Uint8Array) => writeFileSync(file(), bytes)

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'speaker-'))
})
afterEach(async () => {
  await model?.close()
  model = undefined
  rmSync(dir, { recursive: true })
})

const say = (voice: string, text: string): Promise<Pcm> =>
  speakWhole({ engine: flite, voice, text })
const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0)

describe.skipIf(!isSherpaInstalled())('a speaker model of the operator', () => {
  test('hears one voice in two sentences as more alike than two voices', async () => {
    write(toySpeakerGraph())
    model = createSpeakerModel({ file: file() })
    const own = await model.embed(await say('slt', 'The birch canoe slid on the smooth planks.'))
    const again = await model.embed(await say('slt', 'Rice is often served in round bowls.'))
    const other = await model.embed(await say('awb', 'Rice is often served in round bowls.'))
    expect(own).toHaveLength(80)
    expect(cosine(own, own)).toBeCloseTo(1, 4)
    expect(cosine(own, again)).toBeGreaterThan(cosine(own, other))
  })

  test('refuses what is too short, and goes on', async () => {
    write(toySpeakerGraph())
    model = createSpeakerModel({ file: file() })
    const short = { samples: new Float32Array(10), sampleRateHz: 16_000 }
    await expect(model.embed(short)).rejects.toMatchObject({ code: 'engine_failed' })
    const pcm = await say('slt', 'Glue the sheet to the dark background.')
    expect(await model.embed(pcm)).toHaveLength(80)
    expect(model.health().crashesInARow).toBe(0)
  })

  test('has a version of its content', () => {
    write(toySpeakerGraph())
    const first = createSpeakerModel({ file: file() }).version
    expect(createSpeakerModel({ file: file() }).version).toBe(first)
    write(toySpeakerGraph({ ...SPEAKER_METADATA, language: 'German' }))
    expect(createSpeakerModel({ file: file() }).version).not.toBe(first)
    expect(first).toBeGreaterThan(1_000)
    expect(first).toBeLessThan(32_768)
  })

  test('whose process ends fails what it was asked, and is started again', async () => {
    write(toySpeakerGraph())
    const clock = new StillClock()
    const started: PlayedProcess[] = []
    model = createSpeakerModel({
      file: file(),
      launch: (events) => {
        const played = new PlayedProcess(events)
        started.push(played)
        return played
      },
      schedule: clock.schedule,
    })
    const pcm = { samples: new Float32Array(100).fill(0.1), sampleRateHz: 16_000 }
    const asked = model.embed(pcm)
    expect(started[0]!.got).toMatchObject([{ kind: 'load', model: { speakerModel: file() } }])
    started[0]!.load()
    expect(started[0]!.got[1]).toMatchObject({ kind: 'embed', sampleRateHz: 16_000 })
    started[0]!.end('ended with 255')
    await expect(asked).rejects.toMatchObject({ code: 'engine_failed' })
    expect(model.health().crashesInARow).toBe(1)
    clock.advance(60_000)
    expect(started).toHaveLength(2)
  })
})

describe('a file that is no speaker model is refused before anything loads it', () => {
  test.each([
    ['no ONNX at all', new Uint8Array([1, 2, 3]), 'no ONNX model'],
    ['a voice', toySpeakerGraph({ comment: 'piper' }), 'lack framework'],
    [
      'another framework',
      toySpeakerGraph({ ...SPEAKER_METADATA, framework: 'x' }),
      'framework is x',
    ],
    ['no size', toySpeakerGraph({ ...SPEAKER_METADATA, output_dim: '-1' }), 'output_dim'],
  ])('%s', (_, bytes, says) => {
    write(bytes)
    expect(() => createSpeakerModel({ file: file() })).toThrow(says)
  })
})
