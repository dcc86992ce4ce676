import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Clock } from '../../kit/clock.ts'
import { type Db, inTransaction } from '../../kit/db.ts'
import type { Ids } from '../../kit/ids.ts'
import type { Random } from '../../kit/random.ts'
import { seal, unseal } from '../../kit/seal.ts'
import * as store from './signing-key-store.ts'

/** The only algorithm that licence tokens are signed and accepted with (RFC 8037). */
export const algorithm = 'EdDSA'

type Key = Awaited<ReturnType<typeof importJWK>>

/** The keys of licence tokens: one signs, retired ones go on verifying. */
export interface Keyring {
  /** The key that signs today, made at the first use. */
  signing(db: Db): Promise<{ kid: string; key: Key }>
  /** The public key of `kid`; null when it was never ours. */
  verifying(db: Db, kid: string): Promise<Key | null>
  /** Public keys for /.well-known/jwks.json (RFC 7517). */
  publicKeys(db: Db): Promise<(JWK & { kid: string })[]>
  /** Retires the signing key and makes the next. Tokens that it signed stay valid. */
  rotate(db: Db): Promise<string>
}

/** How long a process may go on signing with a key that another process has retired. */
const rereadMs = 60_000

export function createKeyring(options: {
  sealKey: Buffer
  random: Random
  ids: Ids
  clock: Clock
}): Keyring {
  let current: { kid: string; key: Key; readAtMs: number } | null = null
  const verifiers = new Map<string, Key>()

  const make = async (db: Db) => {
    const { publicKey, privateKey } = await generateKeyPair(algorithm, {
      crv: 'Ed25519',
      extractable: true,
    })
    const kid = options.random.bytes(9).toString('base64url')
    const secret = Buffer.from(JSON.stringify(await exportJWK(privateKey)))
    const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' }
    await inTransaction(db, (tx) =>
      store.insertIfNoneActive(tx, {
        kid,
        public_jwk: JSON.stringify(publicJwk),
        private_jwk_sealed: seal(options.sealKey, secret, options.random),
        created_at: options.clock.now(),
      }),
    )
  }

  return {
    async signing(db) {
      if (current && performance.now() - current.readAtMs < rereadMs) return current
      let row = await store.activeKey(db)
      if (!row) {
        await make(db)
        row = (await store.activeKey(db))!
      }
      const jwk = JSON.parse(unseal(options.sealKey, row.private_jwk_sealed).toString()) as JWK
      current = { kid: row.kid, key: await importJWK(jwk, algorithm), readAtMs: performance.now() }
      return current
    },
    async verifying(db, kid) {
      const known = verifiers.get(kid)
      if (known) return known
      const row = await store.findKey(db, kid)
      if (!row) return null
      const key = await importJWK(row.public_jwk as JWK, algorithm)
      verifiers.set(kid, key)
      return key
    },
    async publicKeys(db) {
      const rows = await store.allKeys(db)
      return rows.map((row) => row.public_jwk as unknown as JWK & { kid: string })
    },
    async rotate(db) {
      await store.retireActive(db, options.clock.now())
      current = null
      return (await this.signing(db)).kid
    },
  }
}
