import { audioCheckLimits } from '@viva-voce/contract'
import { Button } from '../../ui/Button.tsx'
import { DropZone } from '../../ui/DropZone.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { CheckReport } from './CheckReport.tsx'
import { RecordOne } from './RecordOne.tsx'
import { type AudioCheckState, useAudioCheck } from './use-audio-check.ts'

const { manifestExtension } = audioCheckLimits
const isManifest = ({ name }: File) => name.toLowerCase().endsWith(manifestExtension)

/** Takes audio, as a file or from the microphone, and says whose it is. */
export function AudioVerifier() {
  const { state, check, cancel } = useAudioCheck()
  const busy = state.kind === 'sending' || state.kind === 'examining'
  return (
    <div className="max-w-3xl space-y-6">
      <DropZone
        action="Choose an audio file"
        hint="wav, mp3, m4a, ogg, opus, flac or webm; at most 100 MB and an hour. Its .c2pa file may come with it."
        accept={[...audioCheckLimits.extensions, manifestExtension]}
        multiple
        disabled={busy}
        onFiles={(files) => {
          const audio = files.find((file) => !isManifest(file))
          if (audio) check(audio, files.find(isManifest))
        }}
      />
      <RecordOne disabled={busy} onFile={check} />
      {(state.kind === 'sending' || state.kind === 'examining') && (
        <UnderWay state={state} onCancel={cancel} />
      )}
      {state.kind === 'refused' && (
        <Problem>
          {state.file.name}: {state.sentence}
        </Problem>
      )}
      {state.kind === 'done' && <CheckReport file={state.file} result={state.result} />}
    </div>
  )
}

interface UnderWayProps {
  state: Extract<AudioCheckState, { kind: 'sending' | 'examining' }>
  onCancel: () => void
}

function UnderWay({ state: { kind, file, share }, onCancel }: UnderWayProps) {
  const words = kind === 'sending' ? `Sending ${file.name}…` : `Listening to ${file.name}…`
  return (
    <div className="flex flex-wrap items-end gap-4">
      <div className="min-w-0 flex-1 basis-64">
        <p role="status" className="mb-2 text-sm break-words">
          {words}
        </p>
        <Progress label={words} percent={share === null ? null : 100 * share} />
      </div>
      <Button variant="line" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
