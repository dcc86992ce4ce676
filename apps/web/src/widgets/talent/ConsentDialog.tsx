import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { notify } from '../toast.ts'

export type ConsentAction = 'grant' | 'revoke'

const wordings = {
  grant: {
    route: 'grantConsent',
    title: 'Grant consent?',
    points: [
      'Your recordings may be used to train voices that sound like you.',
      'Developers may make speech with your trained voices, at your price; each piece is watermarked and licensed.',
      'Payments that were frozen thaw, and your ready voices are listed again.',
    ],
    note: 'You can revoke at any time, with one action and without giving reasons.',
    confirm: 'I agree, grant consent',
    decline: 'Not now',
    done: 'Consent granted.',
  },
  revoke: {
    route: 'revokeConsent',
    title: 'Revoke consent?',
    points: [
      'No new speech is made with any of your voices, from this moment on.',
      'Your voices leave the catalogue.',
      'Payments that are still held are frozen; they are refunded to the buyers after 30 days.',
    ],
    note: 'Licences that were sold before stay valid for what was made with them. You can grant consent again: then frozen payments thaw.',
    confirm: 'Revoke consent',
    decline: 'Keep consent',
    done: 'Consent revoked.',
  },
} as const

interface ConsentDialogProps {
  action: ConsentAction | null
  talentId: string
  onClose: () => void
  onDone: () => void
}

/** Says what will happen before consent is granted or revoked. */
export function ConsentDialog({ action, talentId, onClose, onDone }: ConsentDialogProps) {
  const words = action && wordings[action]
  const { busy, refusal, refuse, run } = useAction(async () => {
    if (!words) return
    await call(words.route, { params: { talent_id: talentId } })
    void notify(words.done)
    onDone()
  }, words?.route)
  const close = () => {
    refuse(null)
    onClose()
  }
  return (
    <Dialog open={action !== null} title={words?.title ?? ''} onClose={close}>
      {words && (
        <>
          <ul className="space-y-2 text-sm">
            {words.points.map((point) => (
              <li key={point} className="flex gap-3">
                <span aria-hidden="true" className="mt-3 h-px w-4 shrink-0 bg-accent" />
                {point}
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">{words.note}</p>
          {refusal && <Problem>{refusal}</Problem>}
          <div className="flex flex-wrap gap-3">
            <Button variant={action === 'revoke' ? 'danger' : 'accent'} busy={busy} onClick={run}>
              {words.confirm}
            </Button>
            <Button variant="line" onClick={close}>
              {words.decline}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
