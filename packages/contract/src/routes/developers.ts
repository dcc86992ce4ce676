import { z } from 'zod'
import { empty, euro, ids, instant, storable } from '../common.ts'
import { defineRoutes, developer } from '../route.ts'

export const apiKeyEntry = z.object({
  id: ids.key,
  name: z.string(),
  /** `vv_live_` or `vv_test_`, the public id and dots in place of the secret. */
  masked: z.string(),
  mode: z.enum(['live', 'test']),
  created_at: instant,
  last_used_at: instant.nullable(),
  expires_at: instant.nullable(),
})
export type ApiKeyEntry = z.infer<typeof apiKeyEntry>

export const wallet = z.object({
  balance_eur: euro,
  held_eur: euro,
  available_eur: euro,
  /** What chargebacks have taken beyond the balance; the next money in pays it. */
  owed_eur: euro,
  /** Below this the balance counts as low. */
  low_balance_eur: euro,
  is_low: z.boolean(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  automatic_top_up: z.object({
    enabled: z.boolean(),
    amount_eur: euro.nullable(),
    /** Why the last one failed and none follows until it is switched on again; a sentence for people. */
    stopped: z.string().nullable(),
  }),
  currency: z.literal('EUR'),
})
export type Wallet = z.infer<typeof wallet>

export const developerRoutes = defineRoutes({
  listKeys: {
    method: 'GET',
    path: '/v1/dev/keys',
    summary: "The developer's API keys, masked",
    access: developer,
    stage: 'live',
    limit: 'ordinary',
    answer: z.object({ items: z.array(apiKeyEntry) }),
  },
  createKey: {
    method: 'POST',
    path: '/v1/dev/keys',
    summary: 'Makes an API key; its secret is in this answer and never again',
    access: developer,
    stage: 'live',
    limit: 'ordinary',
    body: z
      .strictObject({ name: z.string().trim().min(1).max(60).regex(storable).default('API key') })
      .default({ name: 'API key' }),
    answer: z.object({ api_key: z.string(), item: apiKeyEntry }),
  },
  revokeKey: {
    method: 'DELETE',
    path: '/v1/dev/keys/:key_id',
    summary: 'Ends an API key at once',
    access: developer,
    stage: 'live',
    limit: 'ordinary',
    params: z.object({ key_id: ids.key }),
    answer: empty,
  },
  getWallet: {
    method: 'GET',
    path: '/v1/wallet',
    summary: 'Balance, what running syntheses hold of it, and what is left',
    access: developer,
    stage: 'live',
    limit: 'ordinary',
    answer: wallet,
  },
  listWebhookLogs: {
    method: 'GET',
    path: '/v1/webhooks/logs',
    summary: 'Deliveries to the webhook endpoints',
    access: developer,
    stage: 'planned',
    limit: 'ordinary',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      event_type: z.string().trim().min(1).max(60).optional(),
    }),
    answer: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          ts_ms: z.int(),
          event_type: z.string(),
          endpoint_url: z.string(),
          status_code: z.int(),
          response_ms: z.int().optional(),
          attempt: z.int(),
          max_attempts: z.int(),
        }),
      ),
    }),
  },
  retryWebhook: {
    method: 'POST',
    path: '/v1/webhooks/retry/:delivery_id',
    summary: 'Sends a webhook delivery again',
    access: developer,
    stage: 'planned',
    limit: 'ordinary',
    params: z.object({ delivery_id: z.string().max(80) }),
    answer: empty,
  },
})
