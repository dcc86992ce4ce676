import type { ApiKeyEntry } from '@viva-voce/contract'
import { call } from '../api/client.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Problem } from '../ui/Problem.tsx'
import { notify } from './toast.ts'

interface RevokeKeyDialogProps {
  entry: ApiKeyEntry | null
  onClose: () => void
  onRevoked: (id: string) => void
}

export function RevokeKeyDialog({ entry, onClose, onRevoked }: RevokeKeyDialogProps) {
  const { busy, refusal, refuse, run } = useAction(async (id: string) => {
    await call('revokeKey', { params: { key_id: id } })
    onRevoked(id)
    void notify('Key revoked.')
  })
  const close = () => {
    refuse(null)
    onClose()
  }
  return (
    <Dialog open={entry !== null} title="Revoke this key?" onClose={close}>
      {entry && (
        <>
          <p className="text-sm">
            <strong>{entry.name}</strong>{' '}
            <code className="font-mono text-xs break-all">{entry.masked}</code> stops working at
            once. Programs that use it will be refused. This cannot be undone.
          </p>
          {refusal && <Problem>{refusal}</Problem>}
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" busy={busy} onClick={() => run(entry.id)}>
              Revoke key
            </Button>
            <Button variant="line" onClick={close}>
              Keep it
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
