import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VoiceCard } from './VoiceCard.tsx'

const pollMs = 3_000

/** A talent's voices, newest first; looked at every 3 s while one is training. */
export function TalentVoices({ talentId }: { talentId: string }) {
  const { data, error } = useCall(
    'listTalentVoices',
    { params: { talent_id: talentId } },
    {
      refreshInterval: (latest) =>
        latest?.voices.some(({ status }) => status === 'training') ? pollMs : 0,
      dedupingInterval: 500,
    },
  )
  if (error && !data) return <Problem>{sentence(error, 'voices')}</Problem>
  if (!data) return <Skeleton />
  if (data.voices.length === 0) {
    return (
      <EmptyState>
        No voices yet. Upload recordings above, and the voice that they make is listed here.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Your voices" className="border-t border-ink lg:-mt-6 lg:border-t-0">
      {data.voices.map((voice) => (
        <VoiceCard key={voice.voice_id} voice={voice} />
      ))}
    </ul>
  )
}
