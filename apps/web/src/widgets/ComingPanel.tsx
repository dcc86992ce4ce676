import { SilentLine } from '../ui/SilentLine.tsx'

export interface Coming {
  title: string
  text: string
}

/** Sections that are not built yet, said plainly: a name, what it will do, and silence. */
export function ComingPanels({ panels }: { panels: readonly Coming[] }) {
  return (
    <ul className="grid max-lg:border-t max-lg:border-rule sm:grid-cols-2 lg:-mt-6">
      {panels.map(({ title, text }) => (
        <li
          key={title}
          className="border-b border-rule py-6 only:col-span-full sm:odd:not-only:border-r sm:odd:not-only:pr-8 sm:even:pl-8"
        >
          <div className="flex items-baseline justify-between gap-4">
            <h3 className="text-lg">{title}</h3>
            <span className="flex shrink-0 items-center gap-3 font-mono text-2xs text-muted">
              <SilentLine className="h-4 w-16 text-control" />
              Coming
            </span>
          </div>
          <p className="mt-1 max-w-[48ch] text-sm text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
