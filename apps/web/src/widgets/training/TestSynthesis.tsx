import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { lastAction } from '../../api/last-action.ts'
import { synthesize, type Take } from '../../api/synthesize.ts'
import { useAction } from '../../api/use-action.ts'
import { answersOf } from '../../api/use-call.ts'
import { loadPreview } from '../../api/voices.ts'
import { Button } from '../../ui/Button.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { Refusals } from './Refusals.tsx'
import { TestTake } from './TestTake.tsx'

const text = 'This is a test of my voice, spoken by a machine, and marked as such.'

interface TestSynthesisProps {
  voiceId: string
  /** A developer's test is a take of their own, at the demo price; others get the voice's free sample. */
  isDeveloper: boolean
}

/** Lets a voice say something and keeps it as a file. */
export function TestSynthesis({ voiceId, isDeveloper }: TestSynthesisProps) {
  const { mutate } = useSWRConfig()
  const [take, setTake] = useState<Take | null>(null)
  const buy = async () => {
    const made = await synthesize({ text, voice_id: voiceId, usage: 'demo' })
    setTake(made)
    saveBlob(made.audio, made.fileName)
    void mutate(answersOf('getWallet'))
    void mutate(answersOf('listSyntheses'))
  }
  const { busy, refusal, run } = useAction(async () => {
    if (isDeveloper) await buy()
    else saveBlob(await loadPreview(voiceId), `${voiceId}-sample.wav`)
    lastAction.record('Test synthesis', voiceId)
  }, 'synthesize')
  return (
    <>
      <Button variant="line" busy={busy} disabled={voiceId === ''} onClick={run}>
        Download Test Synthesis
      </Button>
      <p className="w-full max-w-[60ch] text-xs text-muted">
        {isDeveloper
          ? 'A test synthesis is a licensed take at the demo price, charged to your wallet.'
          : 'The test is the voice’s free sample: watermarked, without a licence.'}
      </p>
      {take && <TestTake take={take} />}
      <Refusals sentences={refusal ? [refusal] : []} />
    </>
  )
}
