import type { TalentVoice } from '@viva-voce/contract'
import { Download } from 'lucide-react'
import { sentence } from '../../api/errors.ts'
import { lastAction } from '../../api/last-action.ts'
import { useAction } from '../../api/use-action.ts'
import { loadPreview } from '../../api/voices.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { PlayButton } from '../audio/PlayButton.tsx'

/** The voice's sample, as the catalogue plays it: to be heard, or kept. It is made at the first time. */
export function SampleLine({ voice }: { voice: Pick<TalentVoice, 'voice_id' | 'name'> }) {
  const { voice_id, name } = voice
  const { busy, refusal, refuse, run } = useAction(async () => {
    saveBlob(await loadPreview(voice_id), `${voice_id}-sample.wav`)
    lastAction.record('Test synthesis', voice_id)
  }, 'sample')
  const load = () => {
    refuse(null)
    return loadPreview(voice_id)
  }
  return (
    <div>
      <p className="mb-2 text-xs font-medium text-muted">Test synthesis</p>
      <div className="flex flex-wrap gap-3">
        <PlayButton
          soundKey={`sample ${voice_id}`}
          label={`a sample of ${name}`}
          load={load}
          onFailed={(error) => refuse(sentence(error, 'sample'))}
          withWord
        />
        <Button variant="line" size="sm" busy={busy} onClick={run}>
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
      </div>
      <p className="mt-2 text-xs text-muted">
        The sample that the catalogue plays. It is free, watermarked and carries no licence.
      </p>
      {refusal && (
        <div className="mt-2">
          <Problem>{refusal}</Problem>
        </div>
      )}
    </div>
  )
}
