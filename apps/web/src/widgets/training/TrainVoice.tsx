import { useState } from 'react'
import { call } from '../../api/client.ts'
import { sentences } from '../../api/errors.ts'
import { lastAction } from '../../api/last-action.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { isCatalogueVoice } from './catalogue-voice.ts'
import { Refusals } from './Refusals.tsx'
import { TestSynthesis } from './TestSynthesis.tsx'
import { TrainingWatch } from './TrainingWatch.tsx'

/** Queues the training of a voice by its id, watches it, and lets the voice speak. */
export function TrainVoice() {
  const me = useSession()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState<string[]>([])
  /** Counts the trainings that were queued here, so that each is watched from its beginning. */
  const [watched, setWatched] = useState<{ voiceId: string; run: number } | null>(null)
  const voiceId = typed.trim()
  const isCatalogue = isCatalogueVoice(voiceId)
  const train = async () => {
    setBusy(true)
    setRefusals([])
    try {
      await call('trainVoice', { body: { voice_id: voiceId } })
      lastAction.record('Training queued', voiceId)
      setWatched({ voiceId, run: (watched?.run ?? 0) + 1 })
    } catch (error) {
      setRefusals(sentences(error, 'train'))
    }
    setBusy(false)
  }
  return (
    <div className="space-y-4">
      <Field
        label="Voice id"
        className="max-w-lg"
        placeholder="voice_…"
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        hint={
          isCatalogue
            ? 'Catalogue voices cannot be trained. A custom voice must be created by an upload.'
            : 'A custom voice that you have uploaded; any voice for a test synthesis.'
        }
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-wrap items-start gap-3">
        <Button busy={busy} disabled={voiceId === ''} onClick={train}>
          Queue Training
        </Button>
        <TestSynthesis key={voiceId} voiceId={voiceId} isDeveloper={Boolean(me?.developer_id)} />
        <Refusals sentences={refusals} />
      </div>
      {watched && <TrainingWatch key={watched.run} voiceId={watched.voiceId} />}
    </div>
  )
}
