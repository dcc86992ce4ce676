import { useState } from 'react'
import { submits, useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { notify } from '../toast.ts'

/** What is given back, and the call that does it. */
export interface Refund {
  title: string
  /** Who gets what, before it is done. */
  consequence: string
  send: (reason: string) => Promise<unknown>
}

interface RefundDialogProps {
  refund: Refund | null
  onClose: () => void
  onDone: () => void
}

/** Asks for the reason, which stays in the books, before money is given back. */
export function RefundDialog({ refund, onClose, onDone }: RefundDialogProps) {
  return (
    <Dialog open={refund !== null} title={refund?.title ?? ''} onClose={onClose}>
      {refund && <RefundForm refund={refund} onClose={onClose} onDone={onDone} />}
    </Dialog>
  )
}

function RefundForm({
  refund,
  onClose,
  onDone,
}: {
  refund: Refund
  onClose: () => void
  onDone: () => void
}) {
  const [reason, setReason] = useState('')
  const { busy, refusal, run } = useAction(async () => {
    await refund.send(reason.trim())
    void notify('Refunded.')
    onDone()
    onClose()
  })
  return (
    <form onSubmit={submits(run)} className="space-y-6">
      <p className="text-sm">{refund.consequence}</p>
      <Field
        label="Reason"
        hint="It is kept with the refund. At least three characters."
        minLength={3}
        maxLength={300}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        required
      />
      {refusal && <Problem>{refusal}</Problem>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={busy}>
          Refund
        </Button>
        <Button variant="line" onClick={onClose}>
          Keep it
        </Button>
      </div>
    </form>
  )
}
