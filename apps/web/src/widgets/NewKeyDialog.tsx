import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface NewKeyDialogProps {
  secret: string | null
  onClose: () => void
}

/** The only time that a key's secret is on screen. */
export function NewKeyDialog({ secret, onClose }: NewKeyDialogProps) {
  return (
    <Dialog open={secret !== null} title="Your new API key" onClose={onClose}>
      <p className="text-sm">
        Copy it now and keep it somewhere safe. <strong>You will not see it again.</strong>
      </p>
      {secret !== null && (
        <output
          aria-label="API key"
          className="block border border-control bg-paper p-4 font-mono text-sm break-all select-all"
        >
          {secret}
        </output>
      )}
      <div className="flex flex-wrap gap-3">
        <CopyButton text={secret ?? ''} confirmMs={1_500} variant="ink" size="md" />
        <Button variant="line" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
