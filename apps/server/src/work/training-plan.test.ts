import { describe, expect, test } from 'vitest'
import { heldBack, planTraining } from './training-plan.ts'

const recordings = (names: readonly string[], speechSeconds = 3) =>
  names.map((fileName) => ({ fileName, speechSeconds, snrDb: 30 }))
const numbered = (count: number) =>
  recordings(Array.from({ length: count }, (_, n) => `${n + 1}.wav`))

describe('the plan of a training', () => {
  test('uses numbered recordings with the script, and keeps one in six back', () => {
    for (const [count, held] of [
      [4, 1],
      [12, 2],
      [40, 6],
    ] as const) {
      const plan = planTraining(numbered(count), 'en-US')
      if (!plan.parallel) throw new Error('not with the script')
      expect(plan.held).toHaveLength(held)
      expect(plan.train).toHaveLength(count - held)
      const both = [...plan.train, ...plan.held].map(({ index }) => index)
      expect(new Set(both).size).toBe(count)
      for (const { index, sentence } of plan.train) {
        expect(sentence).toBe(index + 1)
        expect(plan.uses[index]).toEqual({ use: 'script', sentence })
      }
    }
  })

  test('takes the later of two recordings of a sentence, and leaves free ones aside', () => {
    const names = ['1.wav', '2.wav', '3.wav', '4.wav', 'talk.wav', 'sentence-2 again.wav']
    const { uses } = planTraining(recordings(names), 'en-US')
    expect(uses[1]).toEqual({ use: 'unused', sentence: null })
    expect(uses[4]).toEqual({ use: 'unused', sentence: null })
    expect(uses[5]).toMatchObject({ sentence: 2 })
  })

  test('is free with too little of the script, with none, and where lengths cannot be the sentences', () => {
    const free = [
      planTraining(numbered(2), 'en-US'),
      planTraining(recordings(['1.wav', '2.wav', '3.wav'], 2), 'en-US'),
      planTraining(recordings(['talk.wav'], 60), 'en-US'),
      planTraining(numbered(12), 'sv-SE'),
      planTraining(recordings(['1.wav', '2.wav', '3.wav'], 30), 'en-US'),
    ]
    for (const { parallel, uses } of free) {
      expect(parallel).toBe(false)
      for (const { use } of uses) expect(use).toBe('free')
    }
  })
})

test('what is kept back is never the emptiest', () => {
  for (let count = 3; count <= 120; count++) {
    const pieces = Array.from({ length: count }, (_, n) => (n % 3 === 0 ? 0 : 1 + n))
    const held = heldBack(pieces, (content) => content)
    expect(held.length).toBe(Math.max(1, Math.min(8, Math.floor(count / 6))))
    expect(Math.min(...held)).toBeGreaterThan(0)
  }
})
