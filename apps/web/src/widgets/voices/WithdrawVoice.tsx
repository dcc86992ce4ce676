import type { TalentVoice } from '@viva-voce/contract'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Refusals } from '../training/Refusals.tsx'
import { useVoiceAction } from '../training/use-voice-action.ts'

/** Takes a voice away for good, after saying what that means; a ready one with a notice. */
export function WithdrawVoice({ voice }: { voice: TalentVoice }) {
  const { voice_id, name, withdraw_at } = voice
  const [days, setDays] = useState(String(voice.notice_days))
  const [asking, setAsking] = useState(false)
  const { busy, refusals, run } = useVoiceAction('call')
  const withdraw = async () => {
    const body = { notice_days: Number(days), status: 'withdrawn' as const }
    const isDone = await run('Voice withdrawn', 'updateVoice', { params: { voice_id }, body })
    if (isDone) setAsking(false)
  }
  if (withdraw_at) {
    return (
      <p className="text-sm">
        Leaves on <time dateTime={withdraw_at}>{new Date(withdraw_at).toLocaleDateString()}</time>
      </p>
    )
  }
  return (
    <>
      <Button variant="danger" size="sm" onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      <Dialog open={asking} title="Withdraw this voice?" onClose={() => setAsking(false)}>
        <p className="text-sm">
          <strong className="break-words">{name}</strong> leaves the catalogue and never speaks
          again. Licences that were sold stay valid for what was made with them, and you are still
          paid for it. <strong>This cannot be undone.</strong>
        </p>
        {voice.status === 'ready' && (
          <Field
            label="Days of notice to developers, 0 to 90"
            className="w-60"
            type="number"
            min={0}
            max={90}
            step={1}
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
        <Refusals sentences={refusals} />
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" busy={busy} onClick={withdraw}>
            Withdraw for good
          </Button>
          <Button variant="line" onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </>
  )
}
