import type { AudioFormat, EscrowState, SynthesisEntry, Usage } from '@viva-voce/contract'
import { toEuro } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import { notFound } from '../../kit/api-error.ts'
import type { Mark } from '../../work/tasks.ts'
import * as store from './synthesis-store.ts'

/** A synthesis that is done, with what its answer carries. */
export interface FinishedSynthesis {
  id: string
  audio: Uint8Array
  contentType: string
  format: string
  marks: Mark[]
  seconds: number
  netEur: number
  vatEur: number
  licenceToken: string
  paymentIntentId: string
}

/** Reads a finished synthesis with its audio; `audio` saves the reading when it is at hand. */
export async function readFinished(
  ctx: Context,
  synthesisId: string,
  audio?: Uint8Array,
): Promise<FinishedSynthesis> {
  const row = await store.findFinished(ctx.db, synthesisId)
  if (!row) throw notFound('synthesis')
  return {
    id: row.id,
    audio: audio ?? (await ctx.objects.get(row.object_key!)),
    contentType: row.content_type,
    format: row.format,
    marks: row.marks as unknown as Mark[],
    seconds: secondsOf(row),
    netEur: toEuro(row.net_micros!),
    vatEur: toEuro(row.vat_micros!),
    licenceToken: row.licence_token,
    paymentIntentId: row.payment_intent_id,
  }
}

/** A developer's own finished synthesis. Throws 404 for anybody else's. */
export async function readOwnFinished(
  ctx: Context,
  developerId: string,
  synthesisId: string,
): Promise<FinishedSynthesis> {
  const row = await store.findFinished(ctx.db, synthesisId)
  if (row?.developer_id !== developerId) throw notFound('synthesis')
  return readFinished(ctx, synthesisId)
}

/** A developer's finished syntheses, newest first. */
export async function listFinished(
  ctx: Context,
  developerId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ items: SynthesisEntry[]; next_cursor: string | null }> {
  const rows = await store.finishedOf(ctx.db, developerId, { ...page, limit: page.limit + 1 })
  const items = rows.slice(0, page.limit).map(entryOf)
  return { items, next_cursor: rows.length > page.limit ? items.at(-1)!.id : null }
}

function entryOf(row: store.FinishedRow): SynthesisEntry {
  return {
    id: row.id,
    voice_id: row.voice_id,
    usage: row.usage as Usage,
    text: row.text,
    format: row.format as AudioFormat,
    seconds: secondsOf(row),
    net_eur: toEuro(row.net_micros!),
    created_at: row.completed_at!.toISOString(),
    payment_intent_id: row.payment_intent_id,
    escrow_state: row.escrow_state as EscrowState,
    licence_token: row.licence_token,
  }
}

function secondsOf(row: store.FinishedRow): number {
  return Number(row.sample_count) / row.sample_rate_hz!
}
