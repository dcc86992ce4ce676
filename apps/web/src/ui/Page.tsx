import type { ReactNode } from 'react'
import { productName } from '../brand.ts'

interface PageProps {
  title: string
  lede?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

export const frame = 'mx-auto w-full max-w-[84rem] px-5 sm:px-8 lg:px-12'

/** The frame of an inner page: its name in large type, a sentence, and what stands beside them. */
export function Page({ title, lede, aside, children }: PageProps) {
  return (
    <div className={`${frame} pt-10 pb-24 sm:pt-16`}>
      <title>{`${title} · ${productName}`}</title>
      <header className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6 pb-10 sm:pb-12">
        <div>
          <h1 className="text-3xl">{title}</h1>
          {lede && <p className="mt-4 max-w-[60ch] text-muted">{lede}</p>}
        </div>
        {aside}
      </header>
      {children}
    </div>
  )
}

interface SectionProps {
  title: string
  note?: ReactNode
  children: ReactNode
}

/** A section on a sheet: a rule, its name in the margin, its content beside it. */
export function Section({ title, note, children }: SectionProps) {
  return (
    <section
      aria-label={title}
      className="grid gap-x-8 gap-y-6 border-t border-ink pt-6 pb-16 lg:grid-cols-12"
    >
      <div className="lg:col-span-3">
        <h2 className="text-xl">{title}</h2>
        {note && <p className="mt-2 max-w-[44ch] text-sm text-muted">{note}</p>}
      </div>
      <div className="min-w-0 lg:col-span-9">{children}</div>
    </section>
  )
}
