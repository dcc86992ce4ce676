import { type Micros, synthesisEntry } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { Tx } from '../../kit/db.ts'
import { openRoyalty, type SoldSpeech } from '../royalties/entries.ts'
import { consentsUntilCommit } from '../talents/talents.ts'
import { settleHold } from '../wallets/wallets.ts'
import * as store from './escrow-store.ts'

/** Takes the price from the wallet, in place of the hold, and holds it until the checks and the hold time are over. */
export async function openEscrow(
  ctx: Context,
  tx: Tx,
  sale: {
    synthesisId: string
    paymentIntentId: string
    developerId: string
    talentId: string | null
    netMicros: Micros
    vatMicros: Micros
    speech: SoldSpeech
  },
): Promise<void> {
  const now = ctx.clock.now()
  const escrowId = ctx.ids.next('esc')
  // Consent that was withdrawn while the voice spoke came too early to freeze this payment.
  const isFrozen = sale.talentId !== null && !(await consentsUntilCommit(tx, sale.talentId))
  await store.insertEscrow(tx, {
    id: escrowId,
    synthesis_id: sale.synthesisId,
    payment_intent_id: sale.paymentIntentId,
    developer_id: sale.developerId,
    talent_id: sale.talentId,
    net_micros: sale.netMicros,
    vat_micros: sale.vatMicros,
    hold_until: new Date(now.getTime() + ctx.config.escrowHoldMs),
    frozen_at: isFrozen ? now : null,
    created_at: now,
  })
  await settleHold(ctx, tx, {
    synthesisId: sale.synthesisId,
    developerId: sale.developerId,
    chargeMicros: sale.netMicros + sale.vatMicros,
    entry: synthesisEntry({ escrowId, ...sale }),
  })
  await openRoyalty(ctx, tx, { escrowId, at: now, ...sale })
}
