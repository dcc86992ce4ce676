import { type Provider, routes } from '@viva-voce/contract'
import { address } from './client.ts'

/** Where the browser goes to sign in. `role` is a wish for a new account; the server decides. */
export function signInAddress(provider: Provider, role: string): string {
  return address(routes.startSignIn, { provider }, { role })
}
