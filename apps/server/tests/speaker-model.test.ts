import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeWav } from '@viva-voce/audio'
import { SPEAKER_MODEL_VERSION } from '@viva-voce/forensics'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toySpeakerGraph } from '../../../packages/speech/test/toy-speaker-model.ts'
import { otherVoices, speakerOfVoice } from '../src/domains/voices/speakers.ts'
import { watermarkKeyVersion } from '../src/work/tasks.ts'
import { bought } from './setup/audio-checks.ts'
import { signUpWithKey } from './setup/people.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const slt = 'premium_en_us_001'
const awb = 'standard_en_gb_001'
const text = 'The birch canoe slid on the smooth planks. Glue the sheet to the dark background.'
const noBinary = process.platform !== 'linux' || process.arch !== 'x64'

let dir: string
let server: TestServer
let log: string[]
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'viva-voce-speaker-'))
  log = []
})
afterEach(async () => {
  await server.close()
  rmSync(dir, { recursive: true })
})

async function start(bytes: Uint8Array): Promise<void> {
  const file = join(dir, 'speaker.onnx')
  writeFileSync(file, bytes)
  const logger = pino({ level: 'info' }, { write: (line) => log.push(line) })
  server = await startTestServer({ SPEAKER_MODEL_FILE: file }, 'api', logger)
}

/** What the check says of the voice in a file that was sold as the voice `sold`. */
async function voiceIn(audio: Uint8Array, sold: string) {
  const { ctx } = server
  const { pcm } = decodeWav(audio)
  const { scan } = await ctx.speech.check({
    ...{ audio, format: 'wav', askedPauseSeconds: 0, keyVersion: watermarkKeyVersion },
    seconds: pcm.samples.length / pcm.sampleRateHz,
    voice: {
      own: await speakerOfVoice(ctx, sold),
      others: await otherVoices(ctx, { voiceId: sold, talentId: null }),
      isAltered: false,
    },
  })
  return scan.signals.filter(({ name }) => name === 'voice_match' || name === 'other_voice')
}

describe('a speaker model of the operator', () => {
  test.skipIf(noBinary)(
    'is calibrated on the voices here, and then tells them',
    async () => {
      await start(toySpeakerGraph())
      expect(await server.ctx.speech.speakerVersion()).toBeGreaterThan(1_000)
      expect(log.join()).toContain('calibrated and in use')
      await speakerOfVoice(server.ctx, awb)
      const { key } = await signUpWithKey(server)
      const own = await bought(server, key, { text, voice_id: slt })
      const other = await bought(server, key, { text, voice_id: awb })
      const honest = await voiceIn(own.audio, slt)
      expect(honest).toMatchObject([{ passed: true }, { passed: true }])
      // Cosines, and not the scores of the model that comes with the product.
      expect(honest[0]!.score).toBeLessThanOrEqual(1)
      const swapped = await voiceIn(other.audio, slt)
      expect(
        swapped.some(({ passed }) => !passed),
        JSON.stringify({ swapped, log }),
      ).toBe(true)
    },
    120_000,
  )

  test('that is none is told in the log, and the product goes on with its own', async () => {
    await start(new Uint8Array([1, 2, 3]))
    expect(await server.ctx.speech.speakerVersion()).toBe(SPEAKER_MODEL_VERSION)
    expect(log.join()).toContain('the speaker model cannot be used')
    const { key } = await signUpWithKey(server)
    const { audio } = await bought(server, key, { text, voice_id: slt })
    const [match] = await voiceIn(audio, slt)
    expect(match).toMatchObject({ name: 'voice_match', passed: true, threshold: 0 })
  })
})
