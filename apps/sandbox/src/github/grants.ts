import { createHash, randomBytes } from 'node:crypto'
import type { Account } from '../accounts.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { Clock } from '../clock/clock.ts'

/** https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps: 10 minutes. */
const CODE_LIFETIME_MS = 10 * 60_000
const LIMIT = 1_000

/** What a person allowed when choosing an account. */
export type Permission = {
  account: Account
  scopes: readonly string[]
  redirectUri: string
  codeChallenge: string
}

export type Token = { value: string; scopes: readonly string[] }

/** Codes (single use, ten minutes by the test clock) and the tokens they were exchanged for. */
export class GitHubGrants {
  readonly #clock: Clock
  readonly #codes = new BoundedMap<string, Permission & { expiresAtMs: number }>(LIMIT)
  readonly #tokens = new BoundedMap<string, Permission>(LIMIT)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  issueCode(permission: Permission): string {
    const code = randomBytes(10).toString('hex')
    const expiresAtMs = this.#clock.now().getTime() + CODE_LIFETIME_MS
    this.#codes.set(code, { ...permission, expiresAtMs })
    return code
  }

  /** Exchanges a code for a token, or null; a code is spent by the attempt, whatever its outcome. */
  redeem(code: string, codeVerifier: string, redirectUri: string | undefined): Token | null {
    const permission = this.#codes.get(code)
    this.#codes.delete(code)
    if (!permission || permission.expiresAtMs <= this.#clock.now().getTime()) return null
    if (redirectUri !== undefined && redirectUri !== permission.redirectUri) return null
    if (s256(codeVerifier) !== permission.codeChallenge) return null
    const value = `gho_${randomBytes(18).toString('hex')}`
    this.#tokens.set(value, permission)
    return { value, scopes: permission.scopes }
  }

  permissionOf(token: string): Permission | undefined {
    return this.#tokens.get(token)
  }
}

/** RFC 7636 §4.2. */
const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
