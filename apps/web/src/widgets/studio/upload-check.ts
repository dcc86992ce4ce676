import { formatLanguage } from '../../format/locale.ts'
import type { ChosenRecording } from './use-recordings.ts'
import type { VoiceForm } from './VoiceFields.tsx'

/** What is still missing before an upload can begin, as a sentence; null when nothing is. */
export function missingIn(
  form: VoiceForm,
  recordings: readonly Pick<ChosenRecording, 'place'>[],
  talentId: string | null,
): string | null {
  if (!talentId) return 'Register talent first'
  if (form.voice_name.trim() === '') return 'Please enter a voice name'
  if (recordings.length === 0) return 'Please add at least one audio file'
  const foreign = recordings.find(({ place }) => place && !isIn(form.locale, place.language))
  if (!foreign?.place) return null
  const spoken = formatLanguage(foreign.place.language)
  return `Some takes are in ${spoken}, but the voice speaks ${formatLanguage(form.locale)}. Choose one language for both, or remove the takes.`
}

function isIn(locale: string, language: string): boolean {
  return locale.split('-')[0] === language
}
