import { z } from 'zod'
import { anyone, defineRoutes } from '../route.ts'

export const statusAnswer = z.object({
  ok: z.boolean(),
  /** Begins with `up` when the database answers. */
  db: z.string(),
  /** Begins with `up` or `skipped` when audio can be stored. */
  s3: z.string(),
})
export type StatusAnswer = z.infer<typeof statusAnswer>

const common = { access: anyone, stage: 'live', limit: 'none' } as const

export const healthRoutes = defineRoutes({
  getStatus: {
    ...common,
    method: 'GET',
    path: '/status',
    summary: 'Health of the service: a page for browsers, JSON for programs',
    answer: 'html_or_json',
  },
  getReady: {
    ...common,
    method: 'GET',
    path: '/readyz',
    summary: 'Whether this process can take requests (503 when not)',
    answer: z.object({ ok: z.boolean(), db: z.string(), s3: z.string() }),
  },
  getWorkerReady: {
    ...common,
    method: 'GET',
    path: '/v1/worker/ready',
    summary: 'Whether a worker has reported within the last seconds',
    answer: z.object({ ok: z.boolean(), last_seen_ms_ago: z.number().nullable() }),
  },
})
