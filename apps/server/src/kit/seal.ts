import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Random } from './random.ts'

/** Derives 32 bytes for one purpose from the deployment's secret (HKDF-SHA-256, RFC 5869). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `viva-voce/${purpose}`, 32))
}

/** Encrypts and authenticates (AES-256-GCM): 12 bytes nonce, 16 bytes tag, then the ciphertext. */
export function seal(key: Buffer, plain: Buffer, random: Random): Buffer {
  const nonce = random.bytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Opens what `seal` made; throws when the key is another or a bit was changed. */
export function unseal(key: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), {
    // Else a tag that was cut short would do.
    authTagLength: 16,
  })
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}
