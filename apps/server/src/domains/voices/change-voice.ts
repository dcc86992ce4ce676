import type { AnswerOf, BodyOf, routes } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import { ApiError } from '../../kit/api-error.ts'
import { inTransaction } from '../../kit/db.ts'
import { lockOwnVoice } from './own-voices.ts'
import * as store from './voice-store.ts'
import { readVoice } from './voices.ts'
import { withdraw } from './withdrawal.ts'

/** Sets price and notice or withdraws, all in one transaction. Throws 404, and 409 for a voice that is withdrawn. */
export async function changeVoice(
  ctx: Context,
  viewer: Viewer,
  voiceId: string,
  change: BodyOf<typeof routes.updateVoice>,
): Promise<AnswerOf<typeof routes.updateVoice>> {
  await inTransaction(ctx.db, async (tx) => {
    const voice = await lockOwnVoice(tx, viewer, voiceId)
    const { price_per_second_eur: eur, notice_days: noticeDays, status } = change
    if (voice.state === 'withdrawn') {
      throw new ApiError('conflict', 'The voice is withdrawn. That is for good.')
    }
    if (eur !== undefined) {
      await store.update(tx, voiceId, { price_per_second_micros: BigInt(Math.round(eur * 1e6)) })
    }
    if (noticeDays !== undefined) await store.update(tx, voiceId, { notice_days: noticeDays })
    if (status) await withdraw(ctx, tx, { ...voice, notice_days: noticeDays ?? voice.notice_days })
  })
  ctx.logger.info({ voiceId, ...change }, 'voice changed by its talent')
  return readVoice(ctx, viewer, voiceId)
}
