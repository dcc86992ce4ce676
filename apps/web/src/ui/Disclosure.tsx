import { type ReactNode, useState } from 'react'

interface DisclosureProps {
  title: string
  open?: boolean
  children: ReactNode
}

/** The browser's own disclosure; what is inside is made when it is first opened. */
export function Disclosure({ title, open = false, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(open)
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="text-sm"
    >
      <summary className="w-fit py-1 text-xs text-muted underline underline-offset-4 hover:text-ink">
        {title}
      </summary>
      {isOpen && <div className="mt-3">{children}</div>}
    </details>
  )
}
