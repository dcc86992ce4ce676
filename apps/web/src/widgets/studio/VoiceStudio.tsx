import { uploadForm, uploadLimits } from '@viva-voce/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { DropZone } from '../../ui/DropZone.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RecordingList } from './RecordingList.tsx'
import { ScriptPanel } from './ScriptPanel.tsx'
import { UploadReport } from './UploadReport.tsx'
import { UploadStatus } from './UploadStatus.tsx'
import { missingIn } from './upload-check.ts'
import { useRecordings } from './use-recordings.ts'
import { useUnloadWarning } from './use-unload-warning.ts'
import { useUpload } from './use-upload.ts'
import { VoiceFields, type VoiceForm } from './VoiceFields.tsx'

const emptyForm: VoiceForm = { voice_name: '', locale: 'en-US', category: 'general' }

/** Makes a voice out of recordings: read the script here or choose files, name the voice, upload. */
export function VoiceStudio({ talentId }: { talentId: string | null }) {
  const [form, setForm] = useState(emptyForm)
  const { recordings, problem, add, remove, keepTake, clear } = useRecordings()
  const { state, upload, cancel, dismiss } = useUpload()
  const [missing, setMissing] = useState<string | null>(null)
  const busy = state.kind === 'sending' || state.kind === 'checking'
  useUnloadWarning(recordings.length > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was missing may be there now
  useEffect(() => setMissing(null), [form, recordings, talentId])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = missingIn(form, recordings, talentId)
    setMissing(found)
    if (found || !talentId) return
    const files = recordings.map(({ file }) => file)
    const isKept = await upload({ talentId, form: uploadForm.parse(form), files })
    if (!isKept) return
    setForm({ ...emptyForm, locale: form.locale })
    clear()
  }
  return (
    <div className="space-y-10">
      <ScriptPanel
        locale={form.locale}
        recordings={recordings}
        disabled={busy}
        onLocale={(locale) => setForm({ ...form, locale })}
        onTake={keepTake}
        onRemove={remove}
      />
      <form onSubmit={submit} noValidate aria-label="Upload a voice" className="space-y-5">
        <h3 className="text-lg">Upload</h3>
        <DropZone
          action="Choose audio files"
          hint=".wav, .mp3 or .m4a; at most 20 files of 20 MB and 10 minutes each"
          accept={uploadLimits.extensions}
          multiple
          onFiles={add}
          disabled={busy}
        />
        {problem && <Problem>{problem}</Problem>}
        <RecordingList recordings={recordings} disabled={busy} onRemove={remove} />
        <VoiceFields form={form} disabled={busy} onChange={setForm} />
        {missing && <Problem>{missing}</Problem>}
        {state.kind === 'refused' && <Problem>{state.sentence}</Problem>}
        <UploadStatus state={state} onCancel={cancel} />
        {!busy && (
          <Button type="submit" variant="accent">
            Upload voice
          </Button>
        )}
      </form>
      {state.kind === 'done' && <UploadReport report={state} onClose={dismiss} />}
    </div>
  )
}
