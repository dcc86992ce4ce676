import type {
  TalentVoice,
  TrainingFailure,
  VoiceQualityReport,
  VoiceState,
} from '@viva-voce/contract'
import { toEuro } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { Tx } from '../../kit/db.ts'
import * as store from './voice-store.ts'
import { priceOfVoice } from './voices.ts'

/** The ids of a talent's voices that are not withdrawn. */
export function voiceIdsOf(tx: Tx, talentId: string): Promise<string[]> {
  return store.idsOfTalent(tx, talentId)
}

/** A talent's voices in any state with their recordings, newest first. Whoever asks must be allowed to. */
export async function voicesOfTalent(ctx: Context, talentId: string): Promise<TalentVoice[]> {
  const rows = await store.voicesOfTalent(ctx.db, talentId)
  return rows.map((row) => ({
    voice_id: row.id,
    name: row.name,
    locale: row.locale,
    category: row.category as TalentVoice['category'],
    status: row.state as VoiceState,
    progress: row.training_progress,
    failure: row.failure as TrainingFailure | null,
    price_per_second_eur: toEuro(priceOfVoice(row)),
    file_count: Number(row.file_count),
    total_size_bytes: Number(row.total_size_bytes),
    quality: row.quality as VoiceQualityReport | null,
    notice_days: row.notice_days,
    withdraw_at: row.withdraw_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }))
}
