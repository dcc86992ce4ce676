import { catalogueVoices, speakWhole } from '@viva-voce/speech'
import { describe, expect, test } from 'vitest'
import { estimateSeconds } from './estimate.ts'

const ordinary =
  'Licensing a synthetic voice means that somebody agreed to it, was paid for it, and can say stop. This is an ordinary paragraph, as it would stand in a script for a film.'

/** What is long aloud and short on paper. */
const texts = [
  ...['Hi.', 'I', 'Onomatopoeia', 'The quick brown fox jumps over the lazy dog.', ordinary],
  ...['Yes! No! Oh? Ah! '.repeat(4), 'One.\n\nTwo.\n\nThree.\n\nFour.', 'a\n\n'.repeat(8)],
  ...['I\n'.repeat(8), 'a, b, c, d, e, f, g', 'a; b: c; d: e', '(a) (b) (c)', 'ok\nok\nok\n'],
  ...['1234567890', '7 7 7 7 7 7', 'In 1984 and 1777.', '777,777,777,777', '17,777,777 7.7777777'],
  ...['+49 30 7777 7777', '7/7 7/8 7-7', '7th 77th 17th', '7:17 17:17:17 7pm', '½½½½½', '7,7,7,7'],
  ...['€777,777.77 and $5k and £3.50', '77% & 77 + 77 = 154 @ #1', '77°C 77°F', '§7 €7 £7 ¥7'],
  ...['2026-11-27 11:17:27', '192.168.177.177', 'v1.7.7.7', '7 km 7 kg 7 h 7 min', '~7'],
  ...['WWW WWW WWW WWW', 'API HTTP URL CPU GPU USA EU', 'QQQ', 'w x y z w w w', 'A1B2C3D4'],
  ...['https://www.example.com/a/b-c_d?e=f', 'w.w@w-w.example.com', 'w.com/w/w/w/w/w'],
  ...['Dr. St. Mr. Mrs. etc. e.g. i.e. vs. No. 7', 'R&D AT&T', 'and/or he/she', 'x² × y³ ÷ z'],
  ...['strengths twelfths sixths glimpsed', 'Straßenbahnhaltestelle, Rindfleischetikett'],
  ...['w'.repeat(60), 'xw7'.repeat(20), 'Well... so... then...', '"Yes," he said.'],
]

/** The engine that is on every machine. Its slowest voices say everything, the others a part of it. */
const voices = catalogueVoices.filter(({ engine }) => engine.name === 'flite')
const slowest = ['rms', 'kal']

describe.each(voices.map((voice) => voice.id))('the estimate for %s', (id) => {
  const { engine, engineVoice } = voices.find((voice) => voice.id === id)!
  const secondsOf = async (text: string, speed: number) => {
    const pcm = await speakWhole({ engine, voice: engineVoice, text, speed })
    return pcm.samples.length / pcm.sampleRateHz
  }

  test('is never under the real length', async () => {
    const under = []
    for (const [index, text] of texts.entries()) {
      if (!slowest.includes(engineVoice) && index % 5 !== 0) continue
      const speed = [1, 2, 0.5][index % 3]!
      const [real, estimated] = [await secondsOf(text, speed), estimateSeconds(text, speed)]
      if (estimated < real) under.push({ text, speed, real, estimated })
    }
    expect(under).toEqual([])
  })

  test('of ordinary text is not twice the real length', async () => {
    expect(estimateSeconds(ordinary, 1)).toBeLessThan(2 * (await secondsOf(ordinary, 1)))
  })
})

test('5,000 characters of anything are estimated at once, and never at nothing', () => {
  for (const text of ['😀', 'w', '½', '\n', ' ', '.', 'Ω', '中', '-'].map((c) => c.repeat(5_000))) {
    expect(estimateSeconds(text, 1)).toBeGreaterThanOrEqual(0.5)
    expect(estimateSeconds(text, 1)).toBeLessThan(6_001)
  }
})
