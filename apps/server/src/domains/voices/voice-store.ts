import type { Insertable, Selectable } from 'kysely'
import type { Voices } from '../../generated/database.ts'
import type { Db } from '../../kit/db.ts'

export type VoiceRow = Selectable<Voices> & { consent: string | null }

export interface VoiceFilter {
  limit: number
  cursor?: string | undefined
  language?: string | undefined
  tier?: string | undefined
  category?: string | undefined
}

function withConsent(db: Db) {
  return db
    .selectFrom('voices')
    .leftJoin('talents', 'talents.id', 'voices.talent_id')
    .selectAll('voices')
    .select('talents.consent')
}

export function findVoice(db: Db, id: string): Promise<VoiceRow | undefined> {
  return withConsent(db).where('voices.id', '=', id).executeTakeFirst()
}

export function listedVoices(db: Db, filter: VoiceFilter): Promise<VoiceRow[]> {
  let query = withConsent(db)
    .where('voices.state', '=', 'ready')
    .where((eb) =>
      eb.or([eb('voices.talent_id', 'is', null), eb('talents.consent', '=', 'granted')]),
    )
  if (filter.cursor) query = query.where('voices.id', '>', filter.cursor)
  if (filter.language)
    query = query.where('voices.locale', 'ilike', `${likeSafe(filter.language)}%`)
  if (filter.tier) query = query.where('voices.tier', '=', filter.tier)
  if (filter.category) query = query.where('voices.category', '=', filter.category)
  return query.orderBy('voices.id').limit(filter.limit).execute()
}

function likeSafe(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A catalogue voice keeps its creation time; everything else follows the manifest. */
export async function upsertCatalogueVoice(db: Db, row: Insertable<Voices>): Promise<void> {
  const { id: _, created_at: __, ...rest } = row
  await db
    .insertInto('voices')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
    .execute()
}
