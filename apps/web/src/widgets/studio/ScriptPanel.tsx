import { Download } from 'lucide-react'
import { useState } from 'react'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { formatLanguage } from '../../format/locale.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Select } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SentenceRecorder } from './SentenceRecorder.tsx'
import type { ChosenRecording, ScriptPlace } from './use-recordings.ts'
import { useTextUrl } from './use-text-url.ts'
import { localeOf } from './voice-locales.ts'

interface ScriptPanelProps {
  /** The language of the voice; the script follows it, and leads it. */
  locale: string
  recordings: readonly ChosenRecording[]
  disabled: boolean
  onLocale: (locale: string) => void
  onTake: (place: ScriptPlace, file: File, seconds: number) => void
  onRemove: (id: number) => void
}

/** The reading script of a language: to download, or to be read aloud here, sentence by sentence. */
export function ScriptPanel({ locale, onLocale, ...recorder }: ScriptPanelProps) {
  const language = locale.split('-')[0]!
  const { data: known, error: unknown } = useCall(
    'readScript',
    { query: { locale: 'en' } },
    { revalidateOnFocus: false },
  )
  const hasScript = known?.languages.includes(language) ?? false
  const { data, error } = useCall(
    'readScript',
    hasScript ? { query: { locale: language } } : null,
    { revalidateOnFocus: false, keepPreviousData: false },
  )
  const options = [...(known?.languages ?? [])].map((code) => ({
    value: code,
    label: formatLanguage(code),
  }))
  if (!hasScript)
    options.unshift({
      value: language,
      label: `${formatLanguage(language)}${known ? ' (no script)' : ''}`,
    })
  const failure = error ?? unknown
  return (
    <section aria-label="Reading script" className="border border-ink bg-raised">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 border-b border-rule px-5 py-5 sm:px-6">
        <div className="min-w-0 flex-1 basis-72">
          <h3 className="text-lg">Read a script</h3>
          <p className="mt-1 max-w-[52ch] text-sm text-muted">
            Forty sentences that hold every sound of the language. Twenty of them are one upload,
            and enough to train from; the others can be added later. Any other recordings of your
            voice work too.
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <Select
            label="Script language"
            className="w-44"
            options={options}
            disabled={recorder.disabled || !known}
            value={language}
            onChange={(event) => onLocale(localeOf(event.target.value))}
          />
          {data && <ScriptDownload language={language} sentences={data.sentences} />}
        </div>
      </div>
      <div className="px-5 py-6 sm:px-6">
        {failure !== undefined && <Problem>{sentence(failure)}</Problem>}
        {!data && !failure && (hasScript || !known) && <Skeleton lines={5} />}
        {known && !hasScript && (
          <p className="text-sm text-muted">
            There is no script in {formatLanguage(language)} yet. Record any text in a quiet room, a
            minute or more, and choose the files below; or pick another language here.
          </p>
        )}
        {data && (
          <SentenceRecorder
            key={language}
            language={language}
            sentences={data.sentences}
            {...recorder}
          />
        )}
      </div>
    </section>
  )
}

type Sentences = readonly { number: number; text: string }[]

function ScriptDownload({ language, sentences }: { language: string; sentences: Sentences }) {
  const [text] = useState(() =>
    sentences.map(({ number, text }) => `${String(number).padStart(2, '0')}  ${text}\n`).join(''),
  )
  const url = useTextUrl(text)
  return (
    <a
      href={url ?? undefined}
      download={`viva-voce-script-${language}.txt`}
      className={buttonClass('line')}
    >
      <Download aria-hidden="true" className="size-4" />
      Download text
    </a>
  )
}
