import type {
  AnswerOf,
  QueryOf,
  routes,
  TrainingFailure,
  Voice,
  VoiceState,
} from '@viva-voce/contract'
import { type Micros, microsPerEuro, pricePerSecondMicros, toEuro } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import { ApiError, notFound } from '../../kit/api-error.ts'
import type { CustomVoice } from '../../work/custom-protocol.ts'
import { outOfOrder } from '../../work/refusals.ts'
import { cloneOf, conversionOf, madeByConversion } from './custom-voice.ts'
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
  /** For a talent's voice: what speaks it now. */
  custom: CustomVoice | null
  /** Its conversion speaks because its cloning model is out of order. */
  isFallback: boolean
  /** What makes the sound. */
  madeBy: string
}

/**
 * Brings the platform's own voices in the database to what the catalogue and the operator's models say; one
 * that is gone is withdrawn, and ready again when it comes back.
 */
export async function syncCatalogue(ctx: Context): Promise<void> {
  const catalogue = ctx.speech.catalogue()
  const now = ctx.clock.now()
  for (const { voice, isAvailable } of catalogue) {
    await store.upsertCatalogueVoice(ctx.db, {
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
      state: isAvailable ? 'ready' : 'withdrawn',
      created_at: now,
    })
  }
  await store.withdrawOthers(
    ctx.db,
    catalogue.map(({ voice }) => voice.id),
  )
}

/**
 * The voice for a synthesis.
 * Throws 404 when there is none, 409 when it is not ready, 403 when its talent has not given consent, and 503 for a
 * cloned voice whose model is out of order and that has no conversion.
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
    ...speakerOf(ctx, row),
  }
}

/** A clone speaks while its model is up; else the conversion does, where there is one. */
function speakerOf(
  ctx: Context,
  row: store.VoiceRow,
): Pick<SpeakableVoice, 'custom' | 'isFallback' | 'madeBy'> {
  const [clone, conversion] = [cloneOf(row), conversionOf(row)]
  const own = { isFallback: false, madeBy: row.made_by }
  if (!clone) return { custom: conversion, ...own }
  const isUp = ctx.speech.cloners().some(({ modelId, isUp }) => isUp && modelId === clone.cloner)
  if (isUp) return { custom: clone, ...own }
  if (!conversion) throw outOfOrder()
  return { custom: conversion, isFallback: true, madeBy: madeByConversion(conversion.base) }
}

/**
 * Ready and consented voices, a page at a time, the best tier first, then by id. One whose model is out of order is left out until it is
 * back; its state stays ready, since `failed` and `withdrawn` are for good and another process may still speak it.
 */
export async function listVoices(
  ctx: Context,
  { search, max_price_eur, cursor, ...filter }: QueryOf<typeof routes.listVoices>,
): Promise<AnswerOf<typeof routes.listVoices>> {
  const [rows, languages] = await Promise.all([
    store.listedVoices(ctx.db, {
      ...filter,
      limit: filter.limit + 1,
      except: ctx.speech.voicesDown(),
      clonersUp: ctx.speech
        .cloners()
        .filter(({ isUp }) => isUp)
        .map(({ modelId }) => modelId),
      after: cursor === undefined ? undefined : afterOf(cursor),
      words: search?.split(/\s+/).filter((word) => word !== '') ?? [],
      price: max_price_eur === undefined ? undefined : priceUpTo(max_price_eur),
    }),
    store.listedLanguages(ctx.db),
  ])
  const shown = rows.slice(0, filter.limit)
  const last = rows.length > filter.limit ? shown.at(-1)! : null
  const next_cursor = last && `${last.rank}.${last.id}`
  return { items: shown.map(voiceOf), next_cursor, languages }
}

function afterOf(cursor: string) {
  const [rank, id] = cursor.split('.')
  return { rank: Number(rank), id: id! }
}

function priceUpTo(maximumEur: number) {
  const maximumMicros = BigInt(Math.round(maximumEur * Number(microsPerEuro)))
  const tiersWithin = Object.entries(pricePerSecondMicros)
    .filter(([, micros]) => micros <= maximumMicros)
    .map(([tier]) => tier)
  return { maximumMicros, tiersWithin }
}

/** One voice: while it is listed for everybody, else for its talent and administrators only. Throws 404. */
export async function readVoice(
  ctx: Context,
  viewer: Viewer | null,
  voiceId: string,
): Promise<Voice> {
  const row = await store.findVoice(ctx.db, voiceId)
  if (!row) throw notFound('voice')
  const isListed = row.state === 'ready' && (!row.talent_id || row.consent === 'granted')
  if (!isListed && !(row.talent_id && mayManage(viewer, row.talent_id))) throw notFound('voice')
  return voiceOf(row)
}

function mayManage(viewer: Viewer | null, talentId: string): boolean {
  if (viewer?.via.kind !== 'session') return false
  return viewer.role === 'admin' || viewer.talentId === talentId
}

/** Net price of a second: the talent's own, or that of the tier. */
export function priceOfVoice(
  row: Pick<store.VoiceRow, 'tier' | 'price_per_second_micros'>,
): Micros {
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
    progress: row.training_progress,
    failure: row.failure as TrainingFailure | null,
    price_per_second_eur: toEuro(priceOfVoice(row)),
    talent_id: row.talent_id,
    notice_days: row.notice_days,
    withdraw_at: row.withdraw_at?.toISOString() ?? null,
  }
}
