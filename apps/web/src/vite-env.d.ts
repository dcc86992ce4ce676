/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_API_URL?: string
  readonly VITE_DOCS_URL?: string
  readonly VITE_STATUS_URL?: string
  readonly VITE_SUPPORT_EMAIL?: string
  /** Development builds only. */
  readonly VITE_API_KEY?: string
}
