import { type UploadForm, voiceCategory } from '@viva-voce/contract'
import { Field, Select } from '../../ui/Field.tsx'
import { categoryNames } from '../voices/voice-words.ts'
import { voiceLocales } from './voice-locales.ts'

export type VoiceForm = UploadForm

interface VoiceFieldsProps {
  form: VoiceForm
  disabled: boolean
  onChange: (form: VoiceForm) => void
}

export function VoiceFields({ form, disabled, onChange }: VoiceFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field
        label="Voice name"
        placeholder="For example: Tessa, warm"
        maxLength={120}
        autoComplete="off"
        disabled={disabled}
        value={form.voice_name}
        onChange={(event) => onChange({ ...form, voice_name: event.target.value })}
      />
      <Select
        label="Locale"
        options={voiceLocales}
        disabled={disabled}
        value={form.locale}
        onChange={(event) => onChange({ ...form, locale: event.target.value })}
      />
      <Select
        label="Category"
        options={voiceCategory.options.map((value) => ({ value, label: categoryNames[value] }))}
        disabled={disabled}
        value={form.category}
        onChange={(event) =>
          onChange({ ...form, category: voiceCategory.parse(event.target.value) })
        }
      />
    </div>
  )
}
