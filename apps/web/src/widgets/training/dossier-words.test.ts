import { expect, test } from 'vitest'
import { measuresOf } from './dossier-words.ts'

const rest = { recordings: 4, seconds_used: 62 }

test('each measure says whether it came nearer, in its own direction', () => {
  const before = {
    ...{ mcd_db: 9.84, contour_semitones: 4.02, pitch_semitones: 7.31 },
    ...{ ratio_to_base: -3.2, ratio_to_others: -2 },
  }
  const after = {
    ...{ mcd_db: 4.61, contour_semitones: 4.5, pitch_semitones: 0.12 },
    ...{ ratio_to_base: 1.54, ratio_to_others: 0.4 },
  }
  const measures = measuresOf({ before, after, ...rest })
  expect(measures.map(({ before, after, isBetter }) => [before, after, isBetter])).toEqual([
    ['9.8 dB', '4.6 dB', true],
    ['4.0 semitones', '4.5 semitones', false],
    ['7.31 semitones', '0.12 semitones', true],
    ['−3.20', '1.54', true],
    ['−2.00', '0.40', true],
  ])
})

test('what was not measured, or is no number, is not shown', () => {
  const figures = { pitch_semitones: null, ratio_to_base: 0.5, ratio_to_others: 0.25 }
  const names = measuresOf({ before: figures, after: figures, ...rest }).map(({ name }) => name)
  expect(names).toEqual(['You or the base voice', 'You or somebody else'])
})
