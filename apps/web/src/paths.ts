import type { LegalDocument } from '@viva-voce/contract'

/** Every address of the web app; nothing else writes one down. */
export const paths = {
  home: '/',
  login: '/login',
  chooseRole: '/signup/choose-role',
  legal: '/legal',
  imprint: '/imprint',
  status: '/status',
  voices: '/voices',
  verify: '/verify',
  docs: '/docs',
  docsErrors: '/docs/errors',
  success: '/success',
  cancel: '/cancel',
  dashboard: '/dashboard',
  talent: '/dashboard/talent',
  developer: '/dashboard/dev',
  admin: '/dashboard/admin',
  billing: '/billing',
  usage: '/usage',
  royalties: '/royalties',
  profile: '/profile',
  /** Where a legal document is read; its Markdown is at {@link legalSource}. */
  legalDocument: (doc: LegalDocument) => `/${doc}`,
} as const

/** The Markdown of a legal document on the API host. */
export function legalSource(doc: LegalDocument | 'consent'): string {
  return `/legal/${doc}.md`
}

/** True when a navigation link to `to` should be highlighted at `pathname`. */
export function isActive(pathname: string, to: string): boolean {
  if (to === paths.dashboard) return pathname === to || pathname.startsWith(`${to}/`)
  return pathname === to
}
