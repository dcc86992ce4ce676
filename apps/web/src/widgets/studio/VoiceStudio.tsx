import { type TalentVoice, uploadForm, uploadLimits } from '@viva-voce/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { DropZone } from '../../ui/DropZone.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RecordingList } from './RecordingList.tsx'
import { ScriptPanel } from './ScriptPanel.tsx'
import { TargetField, useGrowingVoices } from './TargetField.tsx'
import { UploadReport } from './UploadReport.tsx'
import { UploadStatus } from './UploadStatus.tsx'
import { missingIn } from './upload-check.ts'
import { useRecordings } from './use-recordings.ts'
import { useUnloadWarning } from './use-unload-warning.ts'
import { useUpload } from './use-upload.ts'
import { VoiceFields, type VoiceForm } from './VoiceFields.tsx'

const emptyForm: VoiceForm = { voice_name: '', locale: 'en-US', category: 'general' }

/** The form of a voice that takes more recordings; its name, language and category stay. */
function formOf({ voice_id, name, locale, category }: TalentVoice): VoiceForm {
  return { voice_id, voice_name: name, locale, category }
}

interface VoiceStudioProps {
  talentId: string | null
  /** Whether the script can be read here as well. */
  withScript: boolean
}

/** Makes a voice out of recordings: read the script here or choose files, name the voice, upload. */
export function VoiceStudio({ talentId, withScript }: VoiceStudioProps) {
  const [form, setForm] = useState(emptyForm)
  const { recordings, problem, add, remove, keepTake, clear } = useRecordings()
  const { state, upload, cancel, dismiss } = useUpload()
  const [missing, setMissing] = useState<string | null>(null)
  const growing = useGrowingVoices(talentId)
  const busy = state.kind === 'sending' || state.kind === 'checking'
  useAskedTarget(growing, (voice) => setForm(formOf(voice)))
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
      {withScript && (
        <ScriptPanel
          locale={form.locale}
          recordings={recordings}
          disabled={busy}
          onLocale={(locale) => setForm({ ...form, voice_id: undefined, locale })}
          onTake={keepTake}
          onRemove={remove}
        />
      )}
      <form
        id="upload"
        onSubmit={submit}
        noValidate
        aria-label="Upload a voice"
        className="scroll-mt-8 space-y-5"
      >
        {withScript && <h3 className="text-lg">Upload</h3>}
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
        <TargetField
          voices={growing}
          chosen={form.voice_id}
          disabled={busy}
          onChoose={(voice) => setForm(voice ? formOf(voice) : emptyForm)}
        />
        <VoiceFields
          form={form}
          disabled={busy || form.voice_id !== undefined}
          onChange={setForm}
        />
        {missing && <Problem>{missing}</Problem>}
        {state.kind === 'refused' && <Problem>{state.sentence}</Problem>}
        <UploadStatus state={state} onCancel={cancel} />
        {!busy && (
          <Button type="submit" variant="accent">
            {form.voice_id ? 'Add to voice' : 'Upload voice'}
          </Button>
        )}
      </form>
      {state.kind === 'done' && <UploadReport report={state} onClose={dismiss} />}
    </div>
  )
}

/** Chooses the voice that the page's address names (`?add=`), once its voices are known. */
function useAskedTarget(voices: readonly TalentVoice[], onAsked: (voice: TalentVoice) => void) {
  const [params, setParams] = useSearchParams()
  const asked = voices.find(({ voice_id }) => voice_id === params.get('add'))
  useEffect(() => {
    if (!asked) return
    onAsked(asked)
    document.getElementById('upload')?.scrollIntoView()
    setParams({}, { replace: true, preventScrollReset: true })
  })
}
