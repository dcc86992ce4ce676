import type { ChoosableRole, Me } from '@viva-voce/contract'
import useSWR, { useSWRConfig } from 'swr'
import { call, setCsrfToken } from './client.ts'
import { freshKey } from './fresh-key.ts'
import { lastAction } from './last-action.ts'

export const sessionKey = 'session'

function remember(me: Me | null): Me | null {
  setCsrfToken(me?.csrf_token ?? null)
  return me
}

/** Any failure means that nobody is signed in here. */
async function readSession(): Promise<Me | null> {
  return remember(await call('getMe', {}).catch(() => null))
}

/** Who is signed in: `undefined` until known, `null` when nobody. Read again when the window gets focus. */
export function useSession(): Me | null | undefined {
  return useSWR(sessionKey, readSession).data
}

/** The actions that change the session. */
export function useSessionActions() {
  const { mutate } = useSWRConfig()
  const replace = (me: Me | null) => mutate(sessionKey, remember(me), { revalidate: false })
  return {
    /** Asks again who is signed in, after a call that has changed it. */
    async refresh() {
      await replace(await readSession())
    },
    async chooseRole(role: ChoosableRole) {
      await call('selectRole', { body: { role } })
      await replace(await readSession())
    },
    /** Ends the session on the server and forgets everything that it had loaded. */
    async logout() {
      await call('logout', {})
      freshKey.forget()
      lastAction.forget()
      await mutate(Array.isArray, undefined, { revalidate: false })
      await replace(null)
    },
  }
}
