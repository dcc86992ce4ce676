import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Voices } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type VoiceRow = Selectable<Voices> & { consent: string | null }
/** A voice in the catalogue's order: by tier, the best first, then by id. */
export type ListedVoiceRow = VoiceRow & { rank: number }

const rank = sql<number>`array_position(array['premium', 'custom', 'standard', 'budget'], voices.tier)`

export interface VoiceFilter {
  limit: number
  /** Ids to leave out. */
  except: readonly string[]
  /** Cloning models that speak; a voice that only another one speaks is left out. */
  clonersUp: readonly string[]
  /** The last voice of the page before. */
  after?: { rank: number; id: string } | undefined
  language?: string | undefined
  tier?: string | undefined
  category?: string | undefined
  /** Each must be found somewhere in what a voice is called. */
  words: readonly string[]
  price?: { maximumMicros: bigint; tiersWithin: readonly string[] } | undefined
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

/** Voices that everybody may see: ready, and consented to. */
function listed(db: Db) {
  return withConsent(db)
    .where('voices.state', '=', 'ready')
    .where((eb) =>
      eb.or([eb('voices.talent_id', 'is', null), eb('talents.consent', '=', 'granted')]),
    )
}

export function listedVoices(db: Db, filter: VoiceFilter): Promise<ListedVoiceRow[]> {
  let query = listed(db).select(rank.as('rank'))
  if (filter.except.length > 0) query = query.where('voices.id', 'not in', filter.except)
  query = query.where((eb) =>
    eb.or([
      eb('voices.clone_model', 'is', null),
      eb('voices.model_key', 'is not', null),
      eb('voices.clone_model', '=', eb.fn.any(eb.val([...filter.clonersUp]))),
    ]),
  )
  if (filter.after) {
    const { rank: afterRank, id } = filter.after
    query = query.where(sql<boolean>`(${rank}, voices.id) > (${afterRank}::int, ${id})`)
  }
  if (filter.language)
    query = query.where('voices.locale', 'ilike', `${likeSafe(filter.language)}%`)
  if (filter.tier) query = query.where('voices.tier', '=', filter.tier)
  if (filter.category) query = query.where('voices.category', '=', filter.category)
  for (const word of filter.words) {
    const pattern = `%${likeSafe(word)}%`
    query = query.where((eb) =>
      eb.or(searchedColumns.map((column) => eb(`voices.${column}`, 'ilike', pattern))),
    )
  }
  const { price } = filter
  if (price) {
    query = query.where((eb) =>
      eb.or([
        eb('voices.price_per_second_micros', '<=', price.maximumMicros),
        eb.and([
          eb('voices.price_per_second_micros', 'is', null),
          eb('voices.tier', '=', eb.fn.any(eb.val([...price.tiersWithin]))),
        ]),
      ]),
    )
  }
  return query.orderBy('rank').orderBy('voices.id').limit(filter.limit).execute()
}

const searchedColumns = ['name', 'description', 'made_by', 'locale', 'id'] as const

/** The languages of all listed voices, such as `de`, in order. */
export async function listedLanguages(db: Db): Promise<string[]> {
  const rows = await listed(db)
    .clearSelect()
    .select(sql<string>`lower(split_part(voices.locale, '-', 1))`.as('language'))
    .distinct()
    .orderBy('language')
    .execute()
  return rows.map(({ language }) => language)
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

/** Withdraws every voice of the platform itself that is not among these. */
export async function withdrawOthers(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('voices')
    .set({ state: 'withdrawn' })
    .where('talent_id', 'is', null)
    .where('state', '<>', 'withdrawn')
    .where('id', 'not in', ids)
    .execute()
}

export async function idsOfTalent(tx: Tx, talentId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('voices')
    .select('id')
    .where('talent_id', '=', talentId)
    .where('state', '<>', 'withdrawn')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The voice as it stays until the transaction ends. */
export function lockVoice(tx: Tx, id: string): Promise<Selectable<Voices> | undefined> {
  return tx.selectFrom('voices').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function update(db: Db, id: string, change: Updateable<Voices>): Promise<void> {
  await db.updateTable('voices').set(change).where('id', '=', id).execute()
}

/** Voices whose notice is over, the longest over first. */
export async function dueToWithdraw(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('voices')
    .select('id')
    .where('withdraw_at', '<=', now)
    .where('state', '<>', 'withdrawn')
    .orderBy('withdraw_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Writes a training's progress, which never falls; does nothing to a voice that is not being trained. */
export async function raiseProgress(db: Db, id: string, percent: number): Promise<void> {
  await db
    .updateTable('voices')
    .set({ training_progress: percent })
    .where('id', '=', id)
    .where('state', '=', 'training')
    .where('training_progress', '<', percent)
    .execute()
}

export async function insertVoice(tx: Tx, row: Insertable<Voices>): Promise<void> {
  await tx.insertInto('voices').values(row).execute()
}

/** A talent's voices with the number and size of their recordings, newest first. */
export function voicesOfTalent(db: Db, talentId: string) {
  return db
    .selectFrom('voices')
    .leftJoin('voice_samples', 'voice_samples.voice_id', 'voices.id')
    .selectAll('voices')
    .select(({ fn }) => [
      fn.count<bigint>('voice_samples.id').as('file_count'),
      fn.coalesce(fn.sum<string>('voice_samples.bytes'), sql<string>`0`).as('total_size_bytes'),
    ])
    .where('voices.talent_id', '=', talentId)
    .groupBy('voices.id')
    .orderBy('voices.created_at', 'desc')
    .orderBy('voices.id')
    .execute()
}
