import { type ReactNode, useEffect, useId, useRef } from 'react'

interface DialogProps {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
}

/** The browser's own modal dialog: focus stays inside, Escape closes, focus returns. */
export function Dialog({ open, title, onClose, children }: DialogProps) {
  const frame = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = frame.current
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])
  return (
    <dialog
      ref={frame}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto w-[min(36rem,calc(100vw-2rem))] border border-ink bg-raised p-0 text-ink"
    >
      {open && (
        <div className="border-t-4 border-accent p-6 sm:p-8">
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          <div className="mt-4 space-y-6">{children}</div>
        </div>
      )}
    </dialog>
  )
}
