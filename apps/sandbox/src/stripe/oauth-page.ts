import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BoundedMap } from '../bounded-map.ts'
import { isLoopbackCallback } from '../loopback.ts'
import { html } from '../pages/html.ts'
import { problemPage, sendPage } from '../pages/page.ts'
import type { Desk } from './call.ts'
import { complete, newAccount } from './calls-connect.ts'
import type { Faults } from './faults.ts'
import { STRIPE_MERCHANT } from './merchant.ts'
import { BANNER, cardPage } from './page-parts.ts'

const CALLBACK_PATH = '/v1/auth/stripe_oauth/callback'
/** https://docs.stripe.com/connect/oauth-reference: codes are good once and for five minutes. */
const CODE_SECONDS = 5 * 60

const authorizeQuery = z.object({
  response_type: z.literal('code', { error: 'The response_type must be code.' }),
  client_id: z.literal(STRIPE_MERCHANT.connectClientId, { error: 'The client_id is not known.' }),
  redirect_uri: z
    .string({ error: 'The redirect_uri is missing.' })
    .refine((uri) => isLoopbackCallback(uri, CALLBACK_PATH), {
      error: `The redirect_uri must be ${CALLBACK_PATH} on this machine.`,
    }),
  scope: z.literal('read_write', { error: 'The scope must be read_write.' }),
  state: z.string({ error: 'The state is missing.' }),
})

const tokenForm = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
})

/** Connect's OAuth: somebody who has an account already lets the platform use it. */
export function registerOauthPages(app: FastifyInstance, desk: Desk, faults: Faults): void {
  const codes = new BoundedMap<string, { accountId: string; expiresAt: number }>(1_000)
  app.route({
    method: ['GET', 'POST'],
    url: '/oauth/authorize',
    handler(request, reply) {
      const parsed = authorizeQuery.safeParse(request.query)
      if (!parsed.success) {
        return sendPage(reply, problemPage(BANNER, parsed.error.issues[0]!.message), 400)
      }
      if (request.method === 'GET') return sendPage(reply, authorizePage)
      const answer = (request.body as { connect?: string })?.connect ? { code: newCode() } : DENIED
      const url = new URL(parsed.data.redirect_uri)
      url.search = new URLSearchParams({ ...answer, state: parsed.data.state }).toString()
      return reply.redirect(url.href, 303)
    },
  })
  app.post('/oauth/token', async (request, reply) => {
    await faults.pass('POST /oauth/token', 'before')
    if (request.headers.authorization !== `Bearer ${STRIPE_MERCHANT.secretKey}`) {
      const error_description = 'Invalid API Key provided'
      return reply.code(401).send({ error: 'invalid_client', error_description })
    }
    const parsed = tokenForm.safeParse(request.body ?? {})
    const known = parsed.success ? codes.get(parsed.data.code) : undefined
    if (parsed.success) codes.delete(parsed.data.code)
    if (!known || known.expiresAt <= desk.store.now()) {
      const error_description = 'Authorization code does not exist, or was used already'
      return reply.code(400).send({ error: 'invalid_grant', error_description })
    }
    await faults.pass('POST /oauth/token', 'after')
    return reply.send({
      stripe_user_id: known.accountId,
      access_token: `sk_acct_test_${randomBytes(12).toString('hex')}`,
      token_type: 'bearer',
      scope: 'read_write',
      livemode: false,
    })
  })

  function newCode(): string {
    const account = desk.store.add('accounts', {
      ...newAccount('DE', 'existing@talent.example'),
      ...complete(),
      type: 'standard',
    })
    const code = `ac_${randomBytes(12).toString('hex')}`
    codes.set(code, { accountId: account.id, expiresAt: desk.store.now() + CODE_SECONDS })
    return code
  }
}

const DENIED = { error: 'access_denied', error_description: 'The user denied your request' }

const authorizePage = cardPage(
  'Connect your account',
  html`<p class="lead">Viva Voce would like to pay into a Stripe account that you have already.</p>
<form method="post" class="fields">
<button name="connect" value="yes" class="primary">Connect my account</button>
<button name="cancel" value="yes" class="quiet">Cancel</button>
</form>`,
)
