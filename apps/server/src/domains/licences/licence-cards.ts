import type { LicenceCard, Usage } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import * as store from './licence-store.ts'
import { becauseOf } from './licences.ts'

/** A licence as anybody may see it, and the synthesis that it is for. */
export interface CardOfSynthesis {
  synthesisId: string
  card: LicenceCard
}

/** The licences of syntheses by their numbers, as a watermark carries them. No text, and not who bought them. */
export async function licenceCards(
  ctx: Context,
  numbers: readonly number[],
): Promise<Map<number, CardOfSynthesis>> {
  if (numbers.length === 0) return new Map()
  const rows = await store.findByNumbers(ctx.db, numbers.map(BigInt))
  return new Map(
    rows.map((row) => {
      const card = {
        licence_id: row.id,
        voice_id: row.voice_id,
        voice_name: row.voice_name,
        talent_id: row.talent_id,
        talent_name: row.talent_name,
        usage: row.usage as Usage,
        issued_at: row.issued_at.toISOString(),
        valid: row.revoked_at === null,
        revoked_at: row.revoked_at?.toISOString() ?? null,
        revoked_because: row.revoked_reason === null ? null : becauseOf(row.revoked_reason),
      }
      return [Number(row.number), { synthesisId: row.synthesis_id, card }]
    }),
  )
}
