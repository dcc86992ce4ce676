import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { type Finding, latestAudit } from './audit.ts'

export const getAudit = endpoint(routes.getAudit, async ({ ctx }) => {
  const row = await latestAudit(ctx)
  return {
    audited_at: row?.finished_at.toISOString() ?? null,
    checks: row?.checks ?? 0,
    findings: (row?.findings ?? []) as unknown as Finding[],
  }
})
