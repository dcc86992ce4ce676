import { lazy, Suspense } from 'react'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const Markdown = lazy(() => import('../Markdown.tsx'))

/** The text that a talent agrees to, in a frame of fixed height that scrolls. */
export function ConsentText({
  text,
  error,
}: {
  text: string | undefined
  error: Error | undefined
}) {
  return (
    <section
      aria-label="Consent text"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling panel must be reachable by keyboard
      tabIndex={0}
      className="h-80 overflow-y-auto border border-rule bg-raised px-5 py-4 text-sm sm:px-6"
    >
      {error && <Problem>{error.message}</Problem>}
      {!text && !error && <Skeleton lines={5} />}
      {text && (
        <Suspense fallback={<Skeleton lines={5} />}>
          <Markdown nested text={text} />
        </Suspense>
      )}
    </section>
  )
}
