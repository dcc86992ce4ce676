import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface ExternalLinkProps {
  href: string
  className?: string
  children: ReactNode
}

/** A link out of the web app, in a new tab. */
export function ExternalLink({ href, className, children }: ExternalLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      title="Opens in a new tab"
      className={className}
    >
      {children}
      <ArrowUpRight aria-hidden="true" className="ml-0.5 inline size-[1em] align-[-0.1em]" />
    </a>
  )
}
