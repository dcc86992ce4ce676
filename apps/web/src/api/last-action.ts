import { useSyncExternalStore } from 'react'

const slot = 'last-action'
const changed = 'lastaction'

/** What the person of this tab did last to a voice. */
export interface LastAction {
  type: string
  /** The voice's id, or its name while it has none. */
  voice: string
  /** ISO 8601. */
  at: string
}

/** Lives in this tab only, until sign-out or the tab's end. */
export const lastAction = {
  record(type: string, voice: string): void {
    write(JSON.stringify({ type, voice, at: new Date().toISOString() } satisfies LastAction))
  },
  forget(): void {
    write(null)
  },
}

function write(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(slot)
    else sessionStorage.setItem(slot, text)
  } catch {
    // Storage may be blocked; there is no last action then.
  }
  window.dispatchEvent(new Event(changed))
}

function read(): string | null {
  try {
    return sessionStorage.getItem(slot)
  } catch {
    return null
  }
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(changed, onChange)
  return () => window.removeEventListener(changed, onChange)
}

export function useLastAction(): LastAction | null {
  const text = useSyncExternalStore(subscribe, read)
  return text === null ? null : (JSON.parse(text) as LastAction)
}
