import { nextVoiceState, type TalentVoice } from '@viva-voce/contract'
import { useCall } from '../../api/use-call.ts'
import { Select } from '../../ui/Field.tsx'

/** A talent's voices that take more recordings. */
export function useGrowingVoices(talentId: string | null): TalentVoice[] {
  const input = talentId ? { params: { talent_id: talentId } } : null
  const { data } = useCall('listTalentVoices', input)
  return data?.voices.filter(({ status }) => nextVoiceState(status, 'add') !== null) ?? []
}

interface TargetFieldProps {
  voices: readonly TalentVoice[]
  /** A voice's id; undefined for a new one. */
  chosen: string | undefined
  disabled: boolean
  onChoose: (voice: TalentVoice | undefined) => void
}

/** What the recordings are for: a new voice, or one that takes more. */
export function TargetField({ voices, chosen, disabled, onChoose }: TargetFieldProps) {
  if (voices.length === 0 && !chosen) return null
  return (
    <Select
      label="These recordings are for"
      className="sm:max-w-sm"
      disabled={disabled}
      value={chosen ?? ''}
      options={[
        { value: '', label: 'A new voice' },
        ...voices.map(({ voice_id, name }) => ({ value: voice_id, label: `More of ${name}` })),
      ]}
      onChange={(event) => {
        const id = event.target.value
        onChoose(voices.find(({ voice_id }) => voice_id === id))
      }}
    />
  )
}
