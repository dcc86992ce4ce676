import type { Role } from '@viva-voce/contract'
import { ApiError } from '../kit/api-error.ts'

/** Who makes a call, and how we know. */
export interface Viewer {
  userId: string
  email: string
  name: string
  role: Role
  talentId: string | null
  developerId: string | null
  via: { kind: 'session'; sessionId: string; csrfToken: string } | { kind: 'key'; keyId: string }
}

/** The viewer's developer account; 403 when there is none. */
export function developerOf(viewer: Viewer): string {
  if (viewer.developerId) return viewer.developerId
  throw new ApiError('forbidden', 'This needs a developer account.')
}

/** The viewer's session; 403 when the call came with an API key. */
export function sessionOf(viewer: Viewer): { sessionId: string; csrfToken: string } {
  if (viewer.via.kind === 'session') return viewer.via
  throw new ApiError('forbidden', 'This needs a signed-in session, not an API key.')
}
