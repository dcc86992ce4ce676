import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { SWRConfig, useSWRConfig } from 'swr'
import { ApiError } from './api/errors.ts'
import { sessionKey } from './api/session.ts'
import { router } from './routes.tsx'
import './styles/main.css'

const retryAfterMs = 5_000

/** A refusal stays one; a busy or unreachable server is asked again, so that polling outlives an outage. */
function retry(
  error: unknown,
  _key: string,
  _config: unknown,
  revalidate: (options: { retryCount: number }) => unknown,
  { retryCount }: { retryCount: number },
): void {
  const refused = error instanceof ApiError && error.status < 500 && error.status !== 429
  if (!refused) setTimeout(() => revalidate({ retryCount }), retryAfterMs)
}

/** Cache rules of the spec, section 9; a call that finds the session gone asks who is signed in. */
function App() {
  const { mutate } = useSWRConfig()
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) void mutate(sessionKey)
  }
  return (
    <SWRConfig
      value={{
        dedupingInterval: 2_000,
        focusThrottleInterval: 5_000,
        onError,
        onErrorRetry: retry,
      }}
    >
      <RouterProvider router={router} />
    </SWRConfig>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
