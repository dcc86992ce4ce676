import { createHash } from 'node:crypto'
import { type Account, type AccountSeed, accountKey, DEMO_ACCOUNTS } from './accounts.ts'
import { BoundedMap } from './bounded-map.ts'

const CREATED_LIMIT = 200

/** Everybody who can sign in: the demo accounts, those a test brings, those made on the fly. */
export class AccountDirectory {
  readonly #fixed: readonly Account[]
  readonly #created = new BoundedMap<string, Account>(CREATED_LIMIT)

  constructor(seeds: readonly AccountSeed[] = []) {
    this.#fixed = [...DEMO_ACCOUNTS, ...seeds.map(derive)]
  }

  all(): Account[] {
    return [...this.#fixed, ...this.#created.values()]
  }

  byKey(key: string): Account | undefined {
    return this.all().find((account) => account.key === key)
  }

  byGoogleSub(sub: string): Account | undefined {
    return this.all().find((account) => account.googleSub === sub)
  }

  /** The account of this email (verified or not), made when it is not there yet. */
  open(seed: AccountSeed): Account {
    const known = this.byKey(accountKey(seed))
    if (known) return known
    const account = derive(seed)
    this.#created.set(account.key, account)
    return account
  }
}

/**
 * Identities come from the email alone, so that somebody made on the fly is the same person to the
 * product after a restart of the sandbox.
 */
function derive(seed: AccountSeed): Account {
  const key = accountKey(seed)
  const digest = createHash('sha256').update(key).digest()
  const local = seed.email
    .split('@')[0]!
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return {
    ...seed,
    key,
    googleSub: `2${(digest.readBigUInt64BE(0) % 10n ** 20n).toString().padStart(20, '0')}`,
    githubId: 1_000_000 + digest.readUInt32BE(8),
    githubLogin: `${local.slice(0, 30)}-${digest.toString('hex', 12, 15)}`,
    purpose: 'Made on the fly.',
  }
}
