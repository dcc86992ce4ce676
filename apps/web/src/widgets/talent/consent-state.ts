import type { ConsentEntry } from '@viva-voce/contract'
import type { Tone } from '../../ui/Badge.tsx'

/** How a talent's consent stands, and what may be done about it. */
export interface ConsentState {
  word: string
  tone: Tone
  /** Milliseconds since 1970; null before the first grant. */
  since: string | null
  version: string | null
  /** Granted, but for an earlier text than the present one. */
  isOutdated: boolean
  mayGrant: boolean
  mayRevoke: boolean
}

/** Reads the state from the newest entry of the audit; `text` is the consent text as it stands now. */
export function consentState(newest: ConsentEntry | undefined, text?: string): ConsentState {
  const isGranted = newest?.action === 'granted'
  const current = text === undefined ? null : versionOf(text)
  const isOutdated = isGranted && current !== null && current !== newest.consent_version
  return {
    word: isGranted ? 'Consent granted' : newest ? 'Consent revoked' : 'No consent yet',
    tone: isGranted ? 'ok' : newest ? 'bad' : 'neutral',
    since: newest ? new Date(newest.ts_ms).toISOString() : null,
    version: newest?.consent_version ?? null,
    isOutdated,
    mayGrant: !isGranted || isOutdated,
    mayRevoke: isGranted,
  }
}

/** The text says its version itself, a date in a line of its own. */
function versionOf(text: string): string | null {
  return /^Version (\d{4}-\d{2}-\d{2})$/m.exec(text)?.[1] ?? null
}
