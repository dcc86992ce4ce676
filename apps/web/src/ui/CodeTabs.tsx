import clsx from 'clsx'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { CopyButton } from './CopyButton.tsx'

interface CodeTabsProps {
  label: string
  tabs: readonly { name: string; code: string }[]
  /** A part of the code to point out, such as the placeholder to replace. */
  mark: string
  confirmMs: number
}

/** The same program in several languages, one at a time, with a copy button. */
export function CodeTabs({ label, tabs, mark, confirmMs }: CodeTabsProps) {
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const code = tabs[chosen]?.code ?? ''
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = (chosen + step + tabs.length) % tabs.length
    setChosen(next)
    buttons.current[next]?.focus()
  }
  return (
    <div className="border border-code bg-code text-code-ink dark:border-rule">
      <div className="flex items-center justify-between gap-2 border-b border-code-muted/30 pr-2">
        <div role="tablist" aria-label={label} className="flex" onKeyDown={onKeyDown}>
          {tabs.map((tab, i) => (
            <button
              key={tab.name}
              ref={(element) => {
                buttons.current[i] = element
              }}
              type="button"
              role="tab"
              id={`${id}-tab-${i}`}
              aria-selected={i === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={i === chosen ? 0 : -1}
              onClick={() => setChosen(i)}
              className={clsx(
                'min-h-12 border-b-2 px-4 font-mono text-xs focus-visible:outline-code-ink',
                'focus-visible:-outline-offset-4',
                i === chosen
                  ? 'border-code-accent text-code-ink'
                  : 'border-transparent text-code-muted hover:text-code-ink',
              )}
            >
              {tab.name}
            </button>
          ))}
        </div>
        <CopyButton
          text={code}
          confirmMs={confirmMs}
          variant="quiet"
          className="text-code-ink! hover:bg-code-muted/20! focus-visible:outline-code-ink"
        />
      </div>
      <pre
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${chosen}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling panel must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto p-4 font-mono text-xs leading-6 focus-visible:outline-code-ink focus-visible:-outline-offset-4 sm:p-6"
      >
        <code>{marked(code, mark)}</code>
      </pre>
    </div>
  )
}

function marked(code: string, mark: string) {
  const at = code.indexOf(mark)
  if (at < 0) return code
  return (
    <>
      {code.slice(0, at)}
      <span className="text-code-accent">{mark}</span>
      {code.slice(at + mark.length)}
    </>
  )
}
