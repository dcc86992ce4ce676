import { z } from 'zod'

/** `client` is everyone who has not chosen yet; `admin` comes from the operator's setting only. */
export const role = z.enum(['client', 'talent', 'developer', 'admin'])
export type Role = z.infer<typeof role>

/** The roles that a person can choose for themselves. */
export const choosableRole = z.enum(['talent', 'developer'])
export type ChoosableRole = z.infer<typeof choosableRole>

/** True when somebody of role `has` is admitted where one of `wanted` is asked for. */
export function admits(wanted: readonly Role[] | 'any', has: Role): boolean {
  return wanted === 'any' || has === 'admin' || wanted.includes(has)
}
