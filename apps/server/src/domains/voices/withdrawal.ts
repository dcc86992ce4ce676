/** How talents' voices leave: at once, or when the notice is over (decision 0034). */
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../kit/db.ts'
import { publish } from '../../kit/outbox.ts'
import { moveVoice, type OwnVoice } from './own-voices.ts'
import * as store from './voice-store.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Voices that are withdrawn in one turn of the loop. */
const mostAtOnce = 50

/** Withdraws a locked voice, a ready one with its notice. What was announced before stands. */
export async function withdraw(ctx: Context, tx: Tx, voice: OwnVoice): Promise<void> {
  if (voice.withdraw_at) return
  if (voice.state !== 'ready') {
    await moveVoice(tx, voice, 'withdraw')
    return
  }
  const at = ctx.clock.now()
  const withdrawAt = new Date(at.getTime() + voice.notice_days * dayMs)
  await store.update(tx, voice.id, { withdraw_at: withdrawAt })
  if (voice.notice_days === 0) await moveVoice(tx, voice, 'withdraw')
  await publish(
    tx,
    'voice.deprecated',
    {
      voice_id: voice.id,
      talent_id: voice.talent_id,
      withdraw_at: withdrawAt.toISOString(),
      created_at: at.toISOString(),
    },
    at,
  )
}

/** Withdraws the voices whose notice is over. */
export async function withdrawDue(ctx: Context): Promise<void> {
  for (const id of await store.dueToWithdraw(ctx.db, ctx.clock.now(), mostAtOnce)) {
    await inTransaction(ctx.db, async (tx) => {
      const voice = await store.lockVoice(tx, id)
      if (voice && voice.state !== 'withdrawn') await moveVoice(tx, voice, 'withdraw')
    })
    ctx.logger.info({ voiceId: id }, 'the notice of a voice is over')
  }
}
