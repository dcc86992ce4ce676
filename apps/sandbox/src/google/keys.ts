import { exportJWK, generateKeyPair } from 'jose'
import type { JWKS } from 'oidc-provider'
import { z } from 'zod'
import { DataFile } from '../data-file.ts'

const rsaPrivateKey = z.looseObject({ kty: z.literal('RSA'), kid: z.string(), d: z.string() })
const keySet = z.object({ keys: z.array(rsaPrivateKey).length(1) })

/** The key that signs id_tokens (RS256, as Google's): made once per data folder, else per start. */
export async function loadSigningKeys(dataDir: string | null): Promise<JWKS> {
  const file = new DataFile(dataDir, 'google-keys.json', keySet)
  const stored = file.read()
  if (stored) return stored
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  const made = keySet.parse({
    keys: [{ ...jwk, alg: 'RS256', use: 'sig', kid: crypto.randomUUID() }],
  })
  file.write(made)
  return made
}
