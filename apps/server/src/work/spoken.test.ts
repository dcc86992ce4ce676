import type { Pcm } from '@viva-voce/audio'
import { type SpeechEngine, SpeechError } from '@viva-voce/speech'
import { describe, expect, test } from 'vitest'
import { speechLike } from '../../../../packages/watermark/test/speech-like.ts'
import { speakAsSent, speakWithin } from './spoken.ts'
import type { SpokenTask } from './tasks.ts'

const sound = speechLike(3, 12, 24_000)
const silent: Pcm = { ...sound, samples: new Float32Array(sound.samples.length) }
const short: Pcm = { ...sound, samples: sound.samples.slice(0, 9_000) }
const clipped: Pcm = {
  ...sound,
  samples: sound.samples.map((value) => Math.max(-1, Math.min(1, 12 * value))),
}

const task: SpokenTask = {
  ...{ tenant: 'dev', voiceId: 'played', format: 'wav', info: {}, speed: 1, maxSeconds: 60 },
  ...{ text: 'A sentence of a good many letters, read out in one go.'.repeat(2) },
  ...{ payload: 1, keyVersion: 1, askedPauseSeconds: 0 },
}

/** A voice whose engine gives one piece of audio each time, in this order, and how often it was asked. */
function voiceOf(...pieces: Pcm[]) {
  const asked = { times: 0 }
  const engine: SpeechEngine = {
    name: 'played',
    voices: ['played'],
    async *speak() {
      yield { pcm: pieces[asked.times++]!, boundary: 'sentence' }
    },
  }
  const voice = { engine, engineVoice: 'played', digitalSourceType: 'algorithmicMedia' } as const
  return { asked, voice }
}

describe('what an engine makes', () => {
  test('is taken at once when it is sound', async () => {
    const { asked, voice } = voiceOf(sound)
    expect(await speakWithin(task, voice)).not.toBeNull()
    expect(asked.times).toBe(1)
  })

  test.each([
    ['silent', silent],
    ['too short for its text', short],
    ['clipped', clipped],
  ])('and is %s is asked for once more, and refused the second time', async (_, fault) => {
    const mended = voiceOf(fault, sound)
    const { pcm } = (await speakWithin(task, mended.voice))!
    expect(pcm.samples.length).toBeGreaterThan(60_000)
    expect(mended.asked.times).toBe(2)
    const broken = voiceOf(fault, fault, sound)
    await expect(speakWithin(task, broken.voice)).rejects.toThrow(SpeechError)
    expect(broken.asked.times).toBe(2)
  })

  test('and is longer than may be is told as that', async () => {
    const { voice } = voiceOf(sound)
    expect(await speakWithin({ ...task, maxSeconds: 1 }, voice)).toBeNull()
  })
})

describe('what is sent as it is spoken', () => {
  const secondsOf = async (...pieces: Pcm[]) => {
    const { asked, voice } = voiceOf(...pieces)
    let samples = 0
    for await (const chunk of speakAsSent(task, voice)) samples += chunk.samples.length
    return { samples, times: asked.times }
  }

  test('is asked for once more while nothing of it was sent, and refused the second time', async () => {
    const { samples, times } = await secondsOf(clipped, sound)
    expect(samples).toBeGreaterThan(60_000)
    expect(times).toBe(2)
    await expect(secondsOf(silent, clipped, sound)).rejects.toMatchObject({ code: 'unsound' })
  })
})
