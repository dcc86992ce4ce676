import type { Voice, VoiceState } from '@viva-voce/contract'
import { type Micros, pricePerSecondMicros, toEuro } from '@viva-voce/money'
import { availableCatalogueVoices, catalogueVoices } from '@viva-voce/speech'
import type { Context } from '../../context.ts'
import { ApiError, notFound } from '../../kit/api-error.ts'
import type { Db } from '../../kit/db.ts'
import * as store from './voice-store.ts'

/** What a synthesis needs to know of its voice. */
export interface SpeakableVoice {
  id: string
  talentId: string | null
  engine: string
  engineVoice: string
  pricePerSecondMicros: Micros
  name: string
  locale: string
}

/** Brings the platform's own voices in the database to what the catalogue manifest says. */
export async function syncCatalogue(db: Db, now: Date): Promise<void> {
  const available = new Set(availableCatalogueVoices().map((voice) => voice.id))
  for (const voice of catalogueVoices) {
    await store.upsertCatalogueVoice(db, {
      id: voice.id,
      name: voice.name,
      locale: voice.locale,
      tier: voice.tier,
      category: voice.category,
      description: voice.description,
      made_by: voice.madeBy,
      engine: voice.engine.name,
      engine_voice: voice.engineVoice,
      // An engine that is not installed here cannot be sold.
      state: available.has(voice.id) ? 'ready' : 'withdrawn',
      created_at: now,
    })
  }
}

/**
 * The voice for a synthesis.
 * Throws 404 when there is none, 409 when it is not ready, 403 when its talent has not given consent.
 */
export async function speakableVoice(ctx: Context, voiceId: string): Promise<SpeakableVoice> {
  const row = await store.findVoice(ctx.db, voiceId)
  if (!row || row.state === 'withdrawn') throw notFound('voice')
  if (row.state !== 'ready') {
    throw new ApiError('voice_not_ready', `The voice is ${row.state}; it cannot speak yet.`)
  }
  if (row.talent_id && row.consent !== 'granted') {
    throw new ApiError(
      'consent_revoked',
      'The talent of this voice has withdrawn consent, so it cannot speak.',
    )
  }
  return {
    id: row.id,
    name: row.name,
    locale: row.locale,
    talentId: row.talent_id,
    engine: row.engine,
    engineVoice: row.engine_voice,
    pricePerSecondMicros: priceOfVoice(row),
  }
}

/** Ready and consented voices, a page at a time, by id. */
export async function listVoices(
  ctx: Context,
  filter: store.VoiceFilter,
): Promise<{ items: Voice[]; next_cursor: string | null }> {
  const rows = await store.listedVoices(ctx.db, { ...filter, limit: filter.limit + 1 })
  const items = rows.slice(0, filter.limit).map(voiceOf)
  return { items, next_cursor: rows.length > filter.limit ? items.at(-1)!.voice_id : null }
}

/** One voice for everybody: a talent's voice shows only while it is listed. Throws 404. */
export async function readVoice(ctx: Context, voiceId: string): Promise<Voice> {
  const row = await store.findVoice(ctx.db, voiceId)
  const listed = row && row.state === 'ready' && (!row.talent_id || row.consent === 'granted')
  if (!row || !listed) throw notFound('voice')
  return voiceOf(row)
}

function priceOfVoice(row: store.VoiceRow): Micros {
  return row.price_per_second_micros ?? pricePerSecondMicros[row.tier as Voice['tier']]
}

function voiceOf(row: store.VoiceRow): Voice {
  return {
    voice_id: row.id,
    name: row.name,
    locale: row.locale,
    tier: row.tier as Voice['tier'],
    category: row.category as Voice['category'],
    description: row.description,
    made_by: row.made_by,
    status: row.state as VoiceState,
    price_per_second_eur: toEuro(priceOfVoice(row)),
    talent_id: row.talent_id,
  }
}
