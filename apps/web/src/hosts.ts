/** Where the other doors of the product stand; same origin unless the build says otherwise. Empty means same origin. */
const trimmed = (url: string | undefined) => (url ?? '').replace(/\/+$/, '')

export const apiUrl = trimmed(import.meta.env.VITE_API_URL)
export const docsUrl = trimmed(import.meta.env.VITE_DOCS_URL) || `${apiUrl}/docs`
export const statusUrl = `${trimmed(import.meta.env.VITE_STATUS_URL) || apiUrl}/status`

/** The API's address as a program outside the browser needs it. */
export function apiOrigin(): string {
  return apiUrl || window.location.origin
}
