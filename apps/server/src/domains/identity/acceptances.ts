import type { Acceptance, ChoosableRole, LegalDocument } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import type { Tx } from '../../kit/db.ts'
import * as store from './acceptance-store.ts'
import { documentVersion } from './legal-documents.ts'

/** Which documents each role accepts when it is chosen. */
const documentsOf: Record<ChoosableRole, LegalDocument[]> = {
  talent: ['tos', 'privacy'],
  developer: ['tos', 'privacy', 'dpa'],
}

/** Records that the present version of a role's documents was accepted. */
export async function acceptDocuments(
  ctx: Context,
  tx: Tx,
  accepted: { userId: string; role: ChoosableRole; ip: string },
): Promise<void> {
  const at = ctx.clock.now()
  await store.insertAcceptances(
    tx,
    documentsOf[accepted.role].map((doc) => ({
      user_id: accepted.userId,
      doc,
      version: documentVersion(doc),
      accepted_at: at,
      ip: accepted.ip,
    })),
  )
}

/** What a person has accepted, newest first. */
export async function listAcceptances(ctx: Context, userId: string): Promise<Acceptance[]> {
  const rows = await store.acceptancesOf(ctx.db, userId)
  return rows.map((row) => ({
    doc: row.doc as LegalDocument,
    version: row.version,
    accepted_ts: row.accepted_at.toISOString(),
    ip: row.ip,
  }))
}
