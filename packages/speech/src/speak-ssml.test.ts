import { durationSeconds, type Pcm, peak } from '@viva-voce/audio'
import { describe, expect, it } from 'vitest'
import type { EngineRequest, SpeechEngine } from './engine.ts'
import { espeak } from './engines/espeak/espeak.ts'
import { flite } from './engines/flite/flite.ts'
import { medianF0 } from './engines/pitch-meter.ts'
import { speak, speakWhole, speakWithMarks } from './speak.ts'
import { OUTPUT_SAMPLE_RATE_HZ as RATE } from './timeline.ts'

const UNIT_SECONDS = 0.4

/** An engine that notes what it is asked, and says a 0.4 s tone for each text. */
function recorder() {
  const requests: EngineRequest[] = []
  const samples = Float32Array.from(
    { length: UNIT_SECONDS * RATE },
    (_, i) => 0.3 * Math.sin(i / 4),
  )
  const engine: SpeechEngine = {
    name: 'recorder',
    voices: ['a'],
    localeOf: () => 'de-DE',
    async *speak(request) {
      requests.push(request)
      yield { pcm: { samples, sampleRateHz: RATE }, boundary: 'paragraph', text: request.text }
    },
  }
  const say = (text: string, speed?: number) => speakWithMarks({ engine, voice: 'a', text, speed })
  return { requests, say, engine }
}

/** The stretches of digital silence over 50 ms, in seconds. */
function pauses({ samples, sampleRateHz }: Pcm): number[] {
  const found: number[] = []
  let run = 0
  for (const sample of [...samples, 1]) {
    if (Math.abs(sample) < 3e-3) run++
    else {
      if (run > 0.05 * sampleRateHz) found.push(run / sampleRateHz)
      run = 0
    }
  }
  return found
}

it('hands rate, pitch and language to the engine, and the volume to the sound', async () => {
  const { requests, say } = recorder()
  const { pcm } = await say(
    '<speak>eins <prosody rate="80%" pitch="+3st">zwei</prosody> <lang xml:lang="fr">trois</lang> ' +
      '<prosody volume="-20dB">vier</prosody></speak>',
    1.5,
  )
  expect(
    requests.map(({ text, pitchSemitones, language }) => [text, pitchSemitones, language]),
  ).toEqual([
    ...[
      ['eins', 0, undefined],
      ['zwei', 3, undefined],
      ['trois', 0, 'fr'],
      ['vier', 0, undefined],
    ],
  ])
  expect(requests[0]!.speed).toBe(1.5)
  expect(requests[1]!.speed).toBeCloseTo(1.2)
  const loud = peak({ ...pcm, samples: pcm.samples.subarray(0, RATE / 4) })
  const soft = peak({ ...pcm, samples: pcm.samples.subarray(-RATE / 4) })
  expect(20 * Math.log10(loud / soft)).toBeCloseTo(20, 0)
})

it('keeps speed times rate within what engines can do', async () => {
  const { requests, say } = recorder()
  await say('<speak><prosody rate="200%">a</prosody><prosody rate="50%">b</prosody></speak>', 2)
  expect(requests.map(({ speed }) => speed)).toEqual([2, 1])
})

describe('breaks', () => {
  it('are as long as they say, whatever the speed, and replace the natural pause', async () => {
    const { say } = recorder()
    const text =
      '<speak>Eins.<break time="1s"/>zwei<break time="250ms"/>drei<break time="2s"/></speak>'
    for (const speed of [1, 2]) {
      const found = pauses((await say(text, speed)).pcm)
      expect(found.map((seconds) => Math.round(seconds * 100) / 100)).toEqual([1, 0.25, 2])
    }
  })

  it('may stand before everything', async () => {
    const { marks, pcm } = await recorder().say('<speak><break time="500ms"/>eins</speak>')
    expect(marks[0]!.startSeconds).toBeCloseTo(0.5, 2)
    expect(durationSeconds(pcm)).toBeCloseTo(0.5 + UNIT_SECONDS, 1)
  })

  it('alone are no speech', async () => {
    const { engine } = recorder()
    const request = { engine, voice: 'a', text: '<speak><break time="2s"/></speak>' }
    await expect(speakWhole(request)).rejects.toMatchObject({ code: 'no_speech' })
  })

  it('are exact to the sample beside each other with a real voice', async () => {
    const length = async (time: string) =>
      (
        await speakWhole({
          engine: flite,
          voice: 'kal',
          text: `<speak>One<break time="${time}"/>two</speak>`,
        })
      ).samples.length
    expect((await length('2s')) - (await length('1s'))).toBe(RATE)
  })
})

it('refuses broken markup before anything is spoken', async () => {
  const { requests, say } = recorder()
  await expect(say('<speak>eins<foo/></speak>')).rejects.toMatchObject({
    code: 'unknown_element',
    line: 1,
    column: 12,
  })
  expect(requests).toEqual([])
})

it('leaves out a stretch without anything to say', async () => {
  const text = '<speak>One. <prosody pitch="high">👍</prosody> Two.</speak>'
  const { marks } = await speakWithMarks({ engine: flite, voice: 'kal', text })
  expect(marks.map((mark) => mark.text)).toEqual(['One.', 'Two.'])
})

it('tells when each sentence is heard, as it was written', async () => {
  const text = 'It costs €5. Really?\n\nYes, on 2024-05-12.'
  const request = { engine: flite, voice: 'kal', text }
  const { pcm, marks } = await speakWithMarks(request)
  expect(marks.map((mark) => mark.text)).toEqual(['It costs €5.', 'Really?', 'Yes, on 2024-05-12.'])
  expect(marks[0]!.startSeconds).toBe(0)
  expect(marks.at(-1)!.endSeconds).toBeCloseTo(durationSeconds(pcm), 6)
  for (const [i, { startSeconds, endSeconds }] of marks.entries()) {
    expect(endSeconds).toBeGreaterThan(startSeconds + 0.2)
    const heard = pcm.samples.subarray(startSeconds * RATE, endSeconds * RATE)
    expect(peak({ ...pcm, samples: heard })).toBeGreaterThan(0.05)
    const before = marks[i - 1]?.endSeconds ?? 0
    expect(
      peak({ ...pcm, samples: pcm.samples.subarray(before * RATE, startSeconds * RATE) }),
    ).toBe(0)
  }
})

it('gives the same marks with the chunks of a stream', async () => {
  const request = { engine: flite, voice: 'kal', text: 'One here. Two there.' }
  const seen: unknown[] = []
  for await (const { text, startSeconds, endSeconds } of speak(request)) {
    seen.push({ text, startSeconds, endSeconds })
  }
  expect(seen).toEqual((await speakWithMarks(request)).marks)
})

it.each(flite.voices)('moves the pitch of %s', async (voice) => {
  const f0 = async (pitchSemitones: number) => {
    const text = 'Nine lions roam around the meadow.'
    for await (const { pcm } of flite.speak({ text, voice, speed: 1, pitchSemitones }))
      return medianF0(pcm)
    throw new Error('nothing was said')
  }
  const own = await f0(0)
  for (const semitones of [-4, 4]) {
    const moved = 12 * Math.log2((await f0(semitones)) / own)
    // The diphone voices move by hertz, which are more or fewer semitones by the sentence's own pitch.
    expect(Math.abs(moved - semitones)).toBeLessThan(voice.startsWith('kal') ? 1.8 : 1)
  }
})

it.skipIf(!process.env.CI && !espeak.isAvailable!())(
  'speaks SSML in two languages by espeak-ng',
  async () => {
    const text =
      '<speak>Guten Tag. <lang xml:lang="en">Good morning.</lang><break time="1s"/>Ende.</speak>'
    const { pcm, marks } = await speakWithMarks({ engine: espeak, voice: 'de', text })
    expect(marks.map((mark) => mark.text)).toEqual(['Guten Tag.', 'Good morning.', 'Ende.'])
    expect(Math.max(...pauses(pcm))).toBeGreaterThan(0.9)
    expect(durationSeconds(pcm)).toBeLessThan(6)
  },
)
