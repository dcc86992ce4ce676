import { type AudioFormat, type Usage, usage as usages, type Voice } from '@viva-voce/contract'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Field.tsx'
import { formats } from './formats.ts'
import { QuoteLine } from './QuoteLine.tsx'
import { Refusal } from './Refusal.tsx'
import { ScriptField } from './ScriptField.tsx'
import { SpeakingLine } from './SpeakingLine.tsx'
import { SpeedField } from './SpeedField.tsx'
import { TakeView } from './TakeView.tsx'
import { textState } from './text-state.ts'
import { usageNames } from './usage-names.ts'
import { useSpeak } from './use-speak.ts'
import { VoicePicker } from './VoicePicker.tsx'

const opening = 'Good evening. You are listening to a synthetic voice, and it says so itself.'

/** Pick a voice, type a text, hear it, and see its licence, its price and its held payment. */
export function Playground() {
  const [voice, setVoice] = useState<Voice | null>(null)
  const [usage, setUsage] = useState<Usage>('demo')
  const [speed, setSpeed] = useState(1)
  const [format, setFormat] = useState<AudioFormat>('wav')
  const [text, setText] = useState(opening)
  const { take, refusal, speaking, speak } = useSpeak()
  const request =
    voice && textState(text) === 'fine'
      ? { text, voice_id: voice.voice_id, usage, speed, format }
      : null
  const onSpeak = () => {
    if (request && !speaking) void speak(request)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSpeak()
  }
  return (
    <section aria-label="Playground" className="pb-16">
      <div className="border border-ink bg-raised">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-ink px-5 py-4 sm:px-8">
          <h2 className="text-xl">Playground</h2>
          <p className="text-xs text-muted">
            Every take is real: it is watermarked, licensed and charged to your wallet.
          </p>
        </div>
        <div className="grid lg:grid-cols-12">
          <div className="min-w-0 border-b border-ink px-5 py-6 sm:px-8 lg:col-span-4 lg:border-r lg:border-b-0">
            <VoicePicker chosen={voice} onChoose={setVoice} />
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: catches a shortcut of the fields inside */}
          <div className="flex min-w-0 flex-col lg:col-span-8" onKeyDown={onKeyDown}>
            <ScriptField text={text} onChange={setText} />
            <div className="grid gap-x-6 gap-y-4 border-t border-rule px-5 py-5 sm:grid-cols-3 sm:px-8">
              <Select
                label="Usage"
                value={usage}
                options={usages.options.map((value) => ({ value, label: usageNames[value] }))}
                onChange={(event) => setUsage(usages.parse(event.target.value))}
              />
              <Select
                label="Format"
                value={format}
                options={formats}
                onChange={(event) => setFormat(event.target.value as AudioFormat)}
              />
              <SpeedField speed={speed} onChange={setSpeed} />
            </div>
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-rule px-5 py-5 sm:px-8">
              <QuoteLine request={request} quiet={refusal !== null} />
              <Button
                variant="accent"
                busy={speaking}
                disabled={!request}
                aria-keyshortcuts="Control+Enter Meta+Enter"
                onClick={onSpeak}
                className="min-h-14! min-w-40 text-base! max-sm:w-full"
              >
                {speaking ? <SpeakingLine /> : 'Speak'}
              </Button>
              {refusal !== null && (
                <div className="w-full">
                  <Refusal error={refusal} />
                </div>
              )}
            </div>
          </div>
        </div>
        {take && <TakeView key={take.synthesisId} take={take} />}
      </div>
      <p className="mt-3 text-xs text-muted max-lg:hidden">
        <kbd className="font-mono">Ctrl</kbd> or <kbd className="font-mono">Cmd</kbd> and{' '}
        <kbd className="font-mono">Enter</kbd> speaks.
      </p>
    </section>
  )
}
