import type { LicenceCheck, Usage } from '@viva-voce/contract'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Tx } from '../../kit/db.ts'
import { publish } from '../../kit/outbox.ts'
import { algorithm } from './keyring.ts'
import * as store from './licence-store.ts'

/** Who licence tokens are meant for: anybody who checks one. */
const audience = 'viva-voce:licence'

/** What a licence says of a synthesis. */
export interface LicenceTerms {
  id: string
  synthesisId: string
  voiceId: string
  talentId: string | null
  usage: Usage
}

/** Signs a licence token (RFC 7519). It carries no text of the synthesis. */
export async function signLicence(
  ctx: Context,
  terms: LicenceTerms,
): Promise<{ token: string; kid: string; issuedAt: Date }> {
  const { kid, key } = await ctx.keyring.signing(ctx.db)
  const issuedAt = ctx.clock.now()
  const token = await new SignJWT({
    synthesis_id: terms.synthesisId,
    voice_id: terms.voiceId,
    talent_id: terms.talentId,
    usage: terms.usage,
  })
    .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
    .setIssuer(ctx.config.apiUrl)
    .setAudience(audience)
    .setJti(terms.id)
    .setIssuedAt(issuedAt)
    .sign(key)
  return { token, kid, issuedAt }
}

/** Keeps a signed licence. */
export async function recordLicence(
  tx: Tx,
  licence: { id: string; synthesisId: string; token: string; kid: string; issuedAt: Date },
): Promise<void> {
  await store.insertLicence(tx, {
    id: licence.id,
    synthesis_id: licence.synthesisId,
    token: licence.token,
    kid: licence.kid,
    issued_at: licence.issuedAt,
  })
}

/** Revokes the licence of a synthesis, once, and says so. */
export async function revokeLicence(
  ctx: Context,
  tx: Tx,
  revocation: { synthesisId: string; developerId: string; reason: string },
): Promise<void> {
  const at = ctx.clock.now()
  const revoked = await store.revoke(tx, revocation.synthesisId, revocation.reason, at)
  if (!revoked) return
  await publish(
    tx,
    'licence.revoked',
    {
      licence_id: revoked.id,
      synthesis_id: revocation.synthesisId,
      developer_id: revocation.developerId,
      reason: revocation.reason,
    },
    at,
  )
}

const revokedBecause: Record<string, string> = {
  watermark_failed: 'The payment was refunded because the watermark could not be read back.',
  deepfake_failed: 'The payment was refunded because the deep-fake scan failed.',
}

/** Why a licence was revoked, in a sentence for people. */
export function becauseOf(reason: string): string {
  return revokedBecause[reason] ?? 'This licence was revoked.'
}

/**
 * Checks a token for anybody. Whatever is wrong with it is an answer, never an error.
 * The text shows only to the developer who bought it, the talent whose voice it is, and administrators.
 */
export async function checkLicence(
  ctx: Context,
  token: string,
  viewer: Viewer | null,
): Promise<LicenceCheck> {
  const verified = await verifyToken(ctx, token)
  if ('error' in verified) return { valid: false, error: verified.error, meta: null }
  const row = await store.findLicence(ctx.db, verified.id)
  if (!row) return { valid: false, error: 'This licence is not known here.', meta: null }
  const meta = {
    synthesis_id: row.synthesis_id,
    usage: row.usage as Usage,
    voice_id: row.voice_id,
    talent_id: row.talent_id,
    created_at: row.issued_at.toISOString(),
    ...(maySeeText(viewer, row) && { text: row.text }),
  }
  if (!row.revoked_reason) return { valid: true, error: null, meta }
  return { valid: false, error: becauseOf(row.revoked_reason), meta }
}

function maySeeText(
  viewer: Viewer | null,
  row: { developer_id: string; talent_id: string | null },
): boolean {
  if (!viewer) return false
  const bought = viewer.developerId === row.developer_id
  const spoken = row.talent_id !== null && viewer.talentId === row.talent_id
  return viewer.role === 'admin' || bought || spoken
}

/** As the keyring makes them; a stranger's token may name anything. */
const kidShape = /^[\w-]{12}$/

async function verifyToken(
  ctx: Context,
  token: string,
): Promise<{ id: string } | { error: string }> {
  try {
    const { kid } = decodeProtectedHeader(token)
    const key = kid && kidShape.test(kid) ? await ctx.keyring.verifying(ctx.db, kid) : null
    if (!key) return { error: 'This licence was not signed by us.' }
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      // The key proves who issued it; our address, the `iss`, may have moved since.
      audience,
      currentDate: ctx.clock.now(),
      requiredClaims: ['jti', 'iat'],
    })
    return { id: String(payload.jti) }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { error: 'This licence has expired.' }
    if (error instanceof errors.JWSSignatureVerificationFailed) {
      return { error: 'The signature of this licence is wrong.' }
    }
    if (error instanceof errors.JOSEError || error instanceof TypeError) {
      return { error: 'This is not a licence token.' }
    }
    throw error
  }
}
