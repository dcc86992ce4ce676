import type { Context } from '../../context.ts'
import type { Tx } from '../../kit/db.ts'
import * as store from './escrow-store.ts'

/** Freezes what is held for a talent's voices, or thaws it; a frozen payment is never released. Returns how many. */
export function freezeEscrows(
  ctx: Context,
  tx: Tx,
  change: { talentId: string; isFrozen: boolean },
): Promise<number> {
  return store.setFrozen(tx, change.talentId, change.isFrozen ? ctx.clock.now() : null)
}
