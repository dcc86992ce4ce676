import { failedCheck } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import type { Tx } from '../../kit/db.ts'
import * as store from './escrow-store.ts'
import type { Findings } from './findings.ts'
import { factsOf } from './read.ts'
import { refund } from './settle.ts'

/**
 * Writes the two checks of a synthesis to its held payment; a failed one refunds it at once.
 * Does nothing when the payment was checked or settled before, so the job may run twice.
 */
export async function recordVerification(
  ctx: Context,
  tx: Tx,
  result: {
    synthesisId: string
    watermarkPassed: boolean
    scanPassed: boolean
    findings: Findings
  },
): Promise<void> {
  const row = await store.lockBySynthesis(tx, result.synthesisId)
  if (row?.state !== 'PENDING' || row.verified_at) return
  const checked = {
    watermark: result.watermarkPassed ? 'passed' : 'failed',
    deepfake: result.scanPassed ? 'passed' : 'failed',
  }
  await store.update(tx, row.id, {
    ...checked,
    findings: JSON.stringify(result.findings),
    verified_at: ctx.clock.now(),
  })
  const failure = failedCheck(factsOf({ ...row, ...checked }))
  if (failure) await refund(ctx, tx, row, failure)
}
