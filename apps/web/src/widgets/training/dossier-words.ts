import type { VoiceDossier } from '@viva-voce/contract'

type Similarity = VoiceDossier['similarity']

/** One measure of how near a voice came, before and after training. */
export interface Measure {
  name: string
  meaning: string
  before: string
  after: string
  isBetter: boolean
}

const number = (value: number, digits: number) => value.toFixed(digits).replace('-', '−')

/** The figures of a report with what they mean; those that were not measured are left out. */
export function measuresOf({ before, after }: Similarity): Measure[] {
  const rows = [
    {
      name: 'Timbre distance (MCD)',
      meaning:
        'How far the sound of each moment is from yours. Under 6 dB is close; lower is better.',
      unit: 'dB',
      digits: 1,
      from: before.mcd_db,
      to: after.mcd_db,
      lower: true,
    },
    {
      name: 'Melody (F0 error)',
      meaning: 'How far the pitch is from yours along a sentence. Lower is better.',
      unit: 'semitones',
      digits: 1,
      from: before.contour_semitones,
      to: after.contour_semitones,
      lower: true,
    },
    {
      name: 'Pitch',
      meaning: 'How far its mean pitch is from yours. Under one semitone is hardly heard.',
      unit: 'semitones',
      digits: 2,
      from: before.pitch_semitones,
      to: after.pitch_semitones,
      lower: true,
    },
    {
      name: 'You or the base voice',
      meaning: 'Above 0 it is told to be you rather than the voice that it was made from.',
      unit: '',
      digits: 2,
      from: before.ratio_to_base,
      to: after.ratio_to_base,
      lower: false,
    },
    {
      name: 'You or somebody else',
      meaning: 'Above 0 it is told to be you rather than any other voice.',
      unit: '',
      digits: 2,
      from: before.ratio_to_others,
      to: after.ratio_to_others,
      lower: false,
    },
  ]
  return rows.flatMap(({ name, meaning, unit, digits, from, to, lower }) => {
    if (from === undefined || to === undefined || from === null || to === null) return []
    const words = (value: number) => `${number(value, digits)} ${unit}`.trim()
    const isBetter = lower ? to < from : to > from
    return [{ name, meaning, before: words(from), after: words(to), isBetter }]
  })
}

export const useNames: Record<VoiceDossier['recordings'][number]['use'], string> = {
  script: 'trained with, as a sentence of the script',
  free: 'trained with, as free speech',
  measuring: 'kept back to measure with',
  unused: 'not used',
}
