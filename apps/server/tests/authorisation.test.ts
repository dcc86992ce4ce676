import { fillPath, type RouteName, type RouteSpec, routes } from '@viva-voce/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp, signUpWithKey, synthesize, type TestPerson } from './setup/people.ts'
import { expectOpenaiError, expectProblem } from './setup/problems.ts'
import { insertTalent } from './setup/rows.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const adminEmail = 'ada@operator.example'
const all = Object.entries(routes) as [RouteName, RouteSpec][]

/** Calls that still answer 501: this list only shrinks. */
const stillPlanned: RouteName[] = [
  'deleteAccount',
  'downloadExport',
  'exportData',
  'getDsarStatus',
  'listTakedowns',
  'listWebhookLogs',
  'retryWebhook',
  'trackEvent',
]

/** What each live call answers to somebody who may make it and sends `{}`, about things that do not exist. */
const whenAdmitted: Partial<Record<RouteName, number>> = {
  getMe: 200,
  startSignIn: 302,
  finishSignIn: 302,
  logout: 200,
  selectRole: 422,
  listAcceptances: 200,
  listSessions: 200,
  endSession: 404,
  readLegalDocument: 200,
  listKeys: 200,
  createKey: 200,
  revokeKey: 404,
  getWallet: 200,
  readWalletStatement: 200,
  downloadWalletStatement: 200,
  createTopUp: 422,
  listTopUps: 200,
  getTopUp: 404,
  setAutomaticTopUp: 422,
  refundPayment: 422,
  // This server has no payment provider.
  receiveStripeEvent: 503,
  createReservation: 422,
  countReservations: 200,
  listReservations: 200,
  onboardTalent: 422,
  refreshOnboarding: 404,
  startStripeOauth: 422,
  // Nobody, and nothing that was begun: back to the page, with or without a sentence.
  finishStripeOauth: 302,
  getConnectStatus: 404,
  registerTalent: 422,
  grantConsent: 404,
  revokeConsent: 404,
  listConsentAudit: 404,
  listVoices: 200,
  getVoice: 404,
  getVoicePreview: 404,
  readScript: 200,
  // The matrix sends JSON.
  uploadVoice: 415,
  listTalentVoices: 404,
  updateVoice: 422,
  listRecordings: 404,
  deleteRecording: 404,
  trainVoice: 422,
  cancelTraining: 404,
  readDossier: 404,
  synthesize: 422,
  synthesizeWithTimestamps: 422,
  createSpeech: 422,
  listModels: 200,
  listAudioVoices: 200,
  quoteSynthesis: 422,
  listSyntheses: 200,
  getSynthesisAudio: 404,
  getContentCredentials: 404,
  listEscrows: 200,
  getEscrow: 404,
  validateVatId: 422,
  getBillingProfile: 200,
  saveBillingProfile: 422,
  listInvoices: 200,
  downloadInvoice: 404,
  listPayouts: 200,
  downloadStatement: 404,
  downloadDac7: 422,
  refundEscrow: 422,
  getAudit: 200,
  getUsage: 200,
  listRoyalties: 200,
  getRoyaltySummary: 200,
  listRoyaltyDays: 200,
  downloadRoyalties: 200,
  forecastRoyalties: 200,
  checkLicence: 200,
  // The matrix sends JSON.
  checkAudio: 415,
  getAudioCheck: 404,
  cancelAudioCheck: 404,
  getJwks: 200,
  getStatus: 200,
  getReady: 200,
  // No worker runs beside this server.
  getWorkerReady: 503,
}

const callers = [
  ...['nobody', 'client session', 'talent session', 'developer session', 'admin session'],
  ...['API key', 'garbage key', 'garbage cookie', 'revoked key'],
] as const
type Caller = (typeof callers)[number]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ ADMIN_EMAILS: adminEmail }, 'api')
})
afterAll(() => server.close())

/** Headers of a caller who has just signed up, so that a call that ends a session ends nobody else's. */
async function headersOf(caller: Caller): Promise<Record<string, string>> {
  if (caller === 'nobody') return {}
  if (caller === 'garbage key') return { 'x-api-key': `vv_live_${'0'.repeat(60)}` }
  if (caller === 'garbage cookie') return { cookie: 'vv_session=garbage' }
  if (caller === 'API key') return { 'x-api-key': (await signUpWithKey(server)).key }
  if (caller === 'revoked key') {
    const dev = await signUpWithKey(server)
    await dev.fetch(`/v1/dev/keys/${dev.keyId}`, { method: 'DELETE' })
    return { 'x-api-key': dev.key }
  }
  const role = caller.replace(' session', '') as 'client' | 'talent' | 'developer' | 'admin'
  const person = await signUp(server, role, role === 'admin' ? adminEmail : undefined)
  return { cookie: person.cookie, 'x-csrf-token': person.csrf }
}

/** By the words of product.md section 1: 401 without a session or key, 403 outside one's role. */
function refusalFor(route: RouteSpec, caller: Caller): 401 | 403 | null {
  if (caller === 'garbage key' || caller === 'revoked key') return 401
  if (route.access.kind === 'anyone') return null
  if (caller === 'nobody' || caller === 'garbage cookie') return 401
  const { by, roles } = route.access
  if (!by.includes(caller === 'API key' ? 'key' : 'session')) return 403
  if (roles === 'any' || caller === 'admin session') return null
  const role = caller === 'API key' ? 'developer' : caller.replace(' session', '')
  return roles.some((admitted) => admitted === role) ? null : 403
}

function errorTypeOf(route: RouteSpec): RegExp {
  return route.errors === 'openai' ? /^application\/json/ : /^application\/problem\+json/
}

/** An address of the route that leads to nothing that exists. */
function addressOf(route: RouteSpec): string {
  const none = '0'.repeat(26)
  const path = fillPath(route.path, {
    ...{ provider: 'google', doc: 'tos.md', voice_id: 'none', token: 'none', delivery_id: 'none' },
    ...{ key_id: `key_${none}`, session_id: `ses_${none}`, talent_id: `tal_${none}` },
    ...{ invoice_id: `inv_${none}`, payout_id: `po_${none}` },
    ...{ check_id: `chk_${none}`, sample_id: `smp_${none}` },
    ...{ synthesis_id: `syn_${none}`, payment_id: `pay_${none}`, payment_intent_id: `pi_${none}` },
  })
  return server.url + path
}

function hasBody({ method }: RouteSpec): boolean {
  return method === 'POST' || method === 'PATCH'
}

function call(route: RouteSpec, headers: Record<string, string>): Promise<Response> {
  return fetch(addressOf(route), {
    method: route.method,
    redirect: 'manual',
    headers: { ...headers, ...(hasBody(route) && { 'content-type': 'application/json' }) },
    ...(hasBody(route) && { body: '{}' }),
  })
}

describe('the route table', () => {
  test('says which calls are still to come', () => {
    const planned = all.filter(([, route]) => route.stage === 'planned').map(([name]) => name)
    expect(planned.sort()).toEqual(stillPlanned)
  })

  test('has a row here for every live call', () => {
    const live = all.filter(([, route]) => route.stage === 'live').map(([name]) => name)
    expect(live.sort()).toEqual(Object.keys(whenAdmitted).sort())
  })
})

describe.each(callers)('%s', (caller) => {
  test('is admitted and refused as the route table says', async () => {
    const wrong: unknown[] = []
    for (const [name, route] of all) {
      const answer = await call(route, await headersOf(caller))
      const admitted = route.stage === 'planned' ? 501 : whenAdmitted[name]
      const expected = refusalFor(route, caller) ?? admitted
      if (answer.status !== expected) wrong.push({ name, status: answer.status, expected })
      if (answer.status >= 400 && name !== 'getWorkerReady') {
        expect(answer.headers.get('content-type'), name).toMatch(errorTypeOf(route))
      }
      await answer.arrayBuffer()
    }
    expect(wrong).toEqual([])
  })
})

describe('a writing call', () => {
  const writing = all.filter(
    ([, route]) => route.method !== 'GET' && route.access.kind === 'people',
  )

  test.each(writing)('%s by cookie needs the CSRF token', async (_, route) => {
    const { cookie } = (await headersOf('admin session')) as { cookie: string }
    const stranger = await signUp(server, 'client')
    for (const token of [null, '', 'wrong', stranger.csrf]) {
      const answer = await call(route, { cookie, ...(token !== null && { 'x-csrf-token': token }) })
      if (route.errors === 'openai') await expectOpenaiError(answer, 'csrf_mismatch')
      else await expectProblem(answer, 'csrf_mismatch')
    }
  })

  test('by key needs none', async () => {
    const { key } = await signUpWithKey(server)
    const byKey = writing.filter(([, { access }]) => {
      return access.kind === 'people' && access.by.includes('key')
    })
    expect(byKey.length).toBeGreaterThan(0)
    for (const [name, route] of byKey) {
      expect((await call(route, { 'x-api-key': key })).status).toBe(whenAdmitted[name])
    }
  })
})

describe("somebody else's", () => {
  let owner: Awaited<ReturnType<typeof signUpWithKey>>
  let other: Awaited<ReturnType<typeof signUpWithKey>>
  let sold: Response
  beforeAll(async () => {
    owner = await signUpWithKey(server)
    other = await signUpWithKey(server)
    sold = await synthesize(server, owner.key)
    expect(sold.status).toBe(200)
  })

  const idsIn = async (person: TestPerson, path: string, list: string) => {
    const body = (await (await person.fetch(path)).json()) as Record<string, { id: string }[]>
    return body[list]!.map(({ id }) => id)
  }

  test('API key cannot be seen or revoked', async () => {
    expect(await idsIn(other, '/v1/dev/keys', 'items')).not.toContain(owner.keyId)
    const answer = await other.fetch(`/v1/dev/keys/${owner.keyId}`, { method: 'DELETE' })
    await expectProblem(answer, 'not_found')
    expect(await idsIn(owner, '/v1/dev/keys', 'items')).toContain(owner.keyId)
  })

  test('session cannot be seen or ended', async () => {
    const [session] = await idsIn(owner, '/v1/me/sessions', 'sessions')
    expect(await idsIn(other, '/v1/me/sessions', 'sessions')).not.toContain(session)
    const answer = await other.fetch(`/v1/me/sessions/${session}`, { method: 'DELETE' })
    await expectProblem(answer, 'not_found')
    expect((await owner.fetch('/v1/me')).status).toBe(200)
  })

  test('synthesis and its audio cannot be read', async () => {
    const id = sold.headers.get('x-synthesis-id')!
    expect(await idsIn(other, '/v1/syntheses', 'items')).not.toContain(id)
    await expectProblem(await other.fetch(`/v1/syntheses/${id}/audio`), 'not_found')
    const byKey = await fetch(`${server.url}/v1/syntheses/${id}/audio`, {
      headers: { 'x-api-key': other.key },
    })
    await expectProblem(byKey, 'not_found')
  })

  test('held payment is seen by its developer, its talent and administrators only', async () => {
    const id = sold.headers.get('x-payment-intent-id')!
    const admin = await signUp(server, 'admin', adminEmail)
    const singer = await signUp(server, 'talent')
    const talentId = await insertTalent(server, singer, 'granted')
    const stranger = await signUp(server, 'talent')
    await insertTalent(server, stranger, 'granted')
    await server.ctx.db
      .updateTable('escrows')
      .set({ talent_id: talentId })
      .where('payment_intent_id', '=', id)
      .execute()
    for (const person of [owner, admin, singer]) {
      expect((await person.fetch(`/v1/escrow/${id}`)).status).toBe(200)
      expect(await idsIn(person, '/v1/escrows', 'escrows')).toHaveLength(1)
    }
    for (const person of [other, stranger, await signUp(server, 'client')]) {
      await expectProblem(await person.fetch(`/v1/escrow/${id}`), 'not_found')
      expect(await idsIn(person, '/v1/escrows', 'escrows')).toEqual([])
    }
  })
})
