import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { balanceOf, book } from './balance.ts'
import type { Desk } from './call.ts'
import { endDispute } from './calls-payments.ts'
import { TEST_CARDS } from './cards.ts'
import { type Deliveries, deliverySettings } from './delivery.ts'
import { type Faults, faultRates } from './faults.ts'
import { invalid, Refusal } from './refusal.ts'

const requirementList = z.array(z.string().max(100)).optional()

const accountChange = z.strictObject({
  charges_enabled: z.boolean().optional(),
  payouts_enabled: z.boolean().optional(),
  transfers: z.enum(['active', 'inactive', 'pending']).optional(),
  requirements: z
    .strictObject({
      currently_due: requirementList,
      past_due: requirementList,
      eventually_due: requirementList,
      pending_verification: requirementList,
      current_deadline: z.int().nullable().optional(),
      disabled_reason: z.string().nullable().optional(),
    })
    .optional(),
})

/** What only the sandbox has: faults, deliveries, banks and cardholders that do as they are told. */
export function registerControl(
  app: FastifyInstance,
  desk: Desk,
  { faults, deliveries }: { faults: Faults; deliveries: Deliveries },
): void {
  const { store, emit } = desk
  const on = <Body>(
    path: string,
    schema: z.ZodType<Body>,
    act: (id: string, body: Body) => unknown,
  ) =>
    app.post<{ Params: { id?: string } }>(`/stripe/sandbox/${path}`, async (request, reply) => {
      const parsed = schema.safeParse(request.body ?? {})
      if (!parsed.success) return refuse(reply, 422, z.prettifyError(parsed.error))
      try {
        return (await act(request.params.id ?? '', parsed.data)) ?? { ok: true }
      } catch (error) {
        if (error instanceof Refusal) return refuse(reply, error.status, error.message)
        throw error
      }
    })
  on('faults', faultRates, (_, rates) => faults.set(rates))
  on('deliveries', deliverySettings, (_, settings) => deliveries.set(settings))
  on('events/:id/deliver', z.unknown(), async (id) => ({
    status: await deliveries.deliver(store.get('events', id)),
  }))
  on('disputes', z.strictObject({ payment_intent: z.string() }), (_, { payment_intent }) => {
    const intent = store.get('payment_intents', payment_intent)
    const charge = store.get('charges', intent.latest_charge ?? '')
    if (charge.disputed) throw invalid(`Charge ${charge.id} has been disputed already.`)
    desk.payments.dispute(charge, 'fraudulent')
  })
  on('disputes/:id', z.strictObject({ outcome: z.enum(['won', 'lost']) }), (id, { outcome }) =>
    endDispute(desk, store.get('disputes', id), outcome),
  )
  on('accounts/:id', accountChange, (id, { requirements, transfers, ...change }) => {
    const account = store.get('accounts', id)
    Object.assign(account, change)
    Object.assign(account.requirements, requirements)
    if (transfers) account.capabilities.transfers = transfers
    store.save('accounts', account)
    emit('account.updated', account, account.id)
  })
  on(
    'payment_methods/:id',
    z.strictObject({ number: z.enum(Object.keys(TEST_CARDS)) }),
    (id, { number }) => {
      const method = store.get('payment_methods', id)
      method.sandbox = { number, set_up: false }
      store.save('payment_methods', method)
    },
  )
  // Money of the operator's own, as a bank transfer to the provider would bring it.
  on('balance', z.strictObject({ amount: z.int().min(1) }), (_, { amount }) => {
    book(store, { type: 'topup', amount, source: null })
    return balanceOf(store)
  })
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ error: 'refused', message })
}
