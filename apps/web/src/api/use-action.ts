import { type FormEvent, useState } from 'react'
import { type Action, sentence } from './errors.ts'

export interface RunningAction<Args extends unknown[]> {
  /** While an answer is awaited. */
  busy: boolean
  /** Why the last run was refused, for people; null once it runs again. */
  refusal: string | null
  /** Refuses before anything is sent, for example because a field is empty. */
  refuse: (refusal: string | null) => void
  /** Never rejects: what goes wrong becomes the refusal. */
  run: (...args: Args) => Promise<void>
}

/** Something that a button or a form asks of the server; `action` chooses the words when it fails without any. */
export function useAction<Args extends unknown[]>(
  act: (...args: Args) => Promise<unknown>,
  action?: Action,
): RunningAction<Args> {
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  const run = async (...args: Args) => {
    setBusy(true)
    refuse(null)
    try {
      await act(...args)
    } catch (error) {
      refuse(sentence(error, action))
    }
    setBusy(false)
  }
  return { busy, refusal, refuse, run }
}

/** For `onSubmit`: runs an action in place of the browser's own sending. */
export function submits(run: () => unknown): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault()
    void run()
  }
}

/**
 * Goes to a page of another host. Settles when this one is shown again, by Back, so that a button
 * stays busy until then and works afterwards.
 */
export function leaveFor(url: string): Promise<void> {
  window.location.assign(url)
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
}
