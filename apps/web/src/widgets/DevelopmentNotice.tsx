/** Development builds only: says that calls by API key will not work. */
export function DevelopmentNotice() {
  if (import.meta.env.VITE_API_KEY) return null
  return (
    <p className="bg-warn-soft px-5 py-2 text-center font-mono text-2xs text-warn">
      Development build: VITE_API_KEY is missing, so calls are made by the session only.
    </p>
  )
}
