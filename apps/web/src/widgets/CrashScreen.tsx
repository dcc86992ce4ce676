import { useRouteError } from 'react-router'
import { Button } from '../ui/Button.tsx'
import { Logo } from '../ui/Logo.tsx'

/** What is left when a page cannot be drawn. */
export function CrashScreen() {
  const error = useRouteError()
  const message = error instanceof Error ? error.message : String(error)
  return (
    <main className="mx-auto grid min-h-dvh max-w-2xl content-center gap-8 px-6 py-16">
      <Logo />
      <h1 className="border-t border-ink pt-8 text-xl leading-snug">
        Something went wrong. Please hard refresh (Shift+Reload). If the problem persists, we have
        been notified.
      </h1>
      <pre className="border-l-2 border-bad pl-4 font-mono text-xs break-words whitespace-pre-wrap text-bad">
        {message}
      </pre>
      <div>
        <Button variant="line" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </div>
    </main>
  )
}
