const slot = 'fresh-api-key'

/**
 * The API key that was made in this tab, so that the quickstart can be pasted as it stands.
 * It lives in this tab only, until sign-out, revocation or the tab's end.
 */
export const freshKey = {
  read(): string | null {
    return read()?.secret ?? null
  },
  remember(id: string, secret: string): void {
    try {
      sessionStorage.setItem(slot, JSON.stringify({ id, secret }))
    } catch {
      // Storage may be blocked; the quickstart keeps its placeholder then.
    }
  },
  /** Forgets the key, or only if it is the one with this id. */
  forget(id?: string): void {
    if (id !== undefined && read()?.id !== id) return
    try {
      sessionStorage.removeItem(slot)
    } catch {
      // Nothing was kept then.
    }
  },
}

function read(): { id: string; secret: string } | null {
  try {
    return JSON.parse(sessionStorage.getItem(slot) ?? 'null')
  } catch {
    return null
  }
}
