import { billingProfile, routes } from '@viva-voce/contract'
import { type Sandbox, startSandbox } from '@viva-voce/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { retryVatChecks } from '../src/domains/billing/vat-checks.ts'
import { signUp, type TestPerson } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { insertVoice } from './setup/rows.ts'
import { sell } from './setup/sales.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const hourMs = 60 * 60 * 1000
const french = 'FR40303265045'
/** Right in its check digits, and not registered with the played VIES. */
const unregistered = 'DE123456840'
const requester = 'DE136695976'

let sandbox: Sandbox
let server: TestServer
let dev: TestPerson
beforeAll(async () => {
  sandbox = await startSandbox()
  server = await startTestServer(
    { VIES_URL: `${sandbox.url}/vies`, PLATFORM_VAT_ID: requester },
    'api',
  )
})
afterAll(async () => {
  await server.close()
  await sandbox.close()
})
beforeEach(async () => {
  await setFault({ mode: 'none' })
  // Past the day for which an answer is good.
  server.clock.advance(25 * hourMs)
  dev = await signUp(server, 'developer')
})

async function setFault(fault: object) {
  const answer = await fetch(`${sandbox.url}/vies/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  expect(answer.status).toBe(200)
}

async function validate(vatId: string) {
  const answer = await dev.fetch('/v1/billing/vat/validate', {
    method: 'POST',
    body: JSON.stringify({ vat_id: vatId }),
  })
  expect(answer.status).toBe(200)
  return routes.validateVatId.answer.parse(await answer.json())
}

function save(profile: object): Promise<Response> {
  const body = {
    ...{ billing_company: 'Studio', billing_country: 'FR', billing_vat_id: french },
    ...profile,
  }
  return dev.fetch('/v1/billing/profile', { method: 'POST', body: JSON.stringify(body) })
}

const saved = async (profile: object) => billingProfile.parse(await (await save(profile)).json())
const profile = async () =>
  billingProfile.parse(await (await dev.fetch('/v1/billing/profile')).json())

describe('a VAT ID', () => {
  test('that VIES knows is valid, with the number of the consultation', async () => {
    expect(await validate('fr 40 303 265 045')).toEqual({
      valid: true,
      vat_id: french,
      consultation_number: expect.stringMatching(/^WAPIAAAA/),
      checked_at: server.clock.now().toISOString(),
      name: 'Studio 40303265045',
      reason: null,
    })
  })

  test('that VIES does not know is invalid', async () => {
    expect(await validate(unregistered)).toMatchObject({ valid: false, reason: 'INVALID' })
  })

  test('with a wrong check digit is invalid without asking VIES', async () => {
    await setFault({ mode: 'hang_up' })
    expect(await validate('DE136695977')).toMatchObject({ valid: false, reason: 'format' })
  })

  test('is asked about once a day', async () => {
    const first = await validate(french)
    await setFault({ mode: 'hang_up' })
    server.clock.advance(23 * hourMs)
    expect(await validate(french)).toEqual(first)
    server.clock.advance(2 * hourMs)
    expect(await validate(french)).toMatchObject({ valid: null, reason: 'UNREACHABLE' })
  })

  test.each([
    ['ms_unavailable', 'MS_UNAVAILABLE'],
    ['user_error', 'MS_UNAVAILABLE'],
    ['throttled', 'MS_MAX_CONCURRENT_REQ'],
    ['server_error', 'SERVICE_UNAVAILABLE'],
    ['html', 'HTTP_503'],
    ['hang_up', 'UNREACHABLE'],
  ])('is unknown and not invalid when VIES is %s', async (mode, reason) => {
    await setFault({ mode })
    expect(await validate(french)).toMatchObject({ valid: null, reason, checked_at: null })
  })

  test('of nobody in particular gets no consultation number when we do not name ourselves', async () => {
    const unnamed = await startTestServer({ VIES_URL: `${sandbox.url}/vies` }, 'api')
    const person = await signUp(unnamed, 'developer')
    const answer = await person.fetch('/v1/billing/vat/validate', {
      method: 'POST',
      body: JSON.stringify({ vat_id: french }),
    })
    expect(await answer.json()).toMatchObject({ valid: true, consultation_number: null })
    await unnamed.close()
  })
})

describe('what VIES could not say', () => {
  test('is asked again, later and later, until it answers', async () => {
    await setFault({ mode: 'ms_unavailable' })
    const austrian = { billing_country: 'AT', billing_vat_id: 'ATU13585627' }
    expect(await saved(austrian)).toMatchObject({ vat_id_valid: null, consultation_number: null })
    await server.ctx.db.deleteFrom('vat_retries').where('vat_id', '<>', 'ATU13585627').execute()
    expect(await retryVatChecks(server.ctx)).toBe(0)
    const asked = async () => {
      const rows = await server.ctx.db.selectFrom('vat_retries').select('attempts').execute()
      return rows.map(({ attempts }) => attempts)
    }
    server.clock.advance(60_000)
    await retryVatChecks(server.ctx)
    await retryVatChecks(server.ctx)
    expect(await asked()).toEqual([2])
    server.clock.advance(119_000)
    await retryVatChecks(server.ctx)
    expect(await asked()).toEqual([2])
    server.clock.advance(1_000)
    await setFault({ mode: 'none' })
    expect(await retryVatChecks(server.ctx)).toBe(1)
    expect(await asked()).toEqual([])
    expect(await profile()).toMatchObject({ vat_id_valid: true })
  })
})

describe('the billing profile', () => {
  const voice = () => insertVoice(server, 'ready')
  const vatShare = async () => {
    const order = { developerId: dev.developerId!, voiceId: await voice(), talentId: null }
    const { netMicros, vatMicros } = await sell(server, { ...order, seconds: 10 })
    return Number(vatMicros) / Number(netMicros)
  }

  test('is empty at first, and kept as it was saved', async () => {
    expect(await profile()).toEqual({
      ...{ billing_company: '', billing_address: '', billing_country: '', billing_vat_id: '' },
      ...{ vat_id_valid: null, consultation_number: null },
    })
    const answer = await saved({ billing_address: '1 rue Courte\n75001 Paris' })
    expect(answer).toMatchObject({ billing_company: 'Studio', billing_vat_id: french })
    expect(await profile()).toEqual(answer)
  })

  test('decides the VAT of the next synthesis', async () => {
    expect(await vatShare()).toBeCloseTo(0.19, 4)
    await saved({ billing_vat_id: '' })
    expect(await vatShare()).toBeCloseTo(0.2, 4)
    await saved({})
    expect(await vatShare()).toBe(0)
    await saved({ billing_country: 'US', billing_vat_id: '' })
    expect(await vatShare()).toBe(0)
    await saved({ billing_country: 'DE', billing_vat_id: requester })
    expect(await vatShare()).toBeCloseTo(0.19, 4)
  })

  test('gives no reverse charge to a VAT ID that is invalid, or not answered for yet', async () => {
    expect(await saved({ billing_country: 'DE', billing_vat_id: unregistered })).toMatchObject({
      vat_id_valid: false,
    })
    await server.ctx.db.deleteFrom('vat_retries').execute()
    await setFault({ mode: 'throttled' })
    expect(await saved({ billing_country: 'IT', billing_vat_id: 'IT00743110157' })).toMatchObject({
      vat_id_valid: null,
    })
    expect(await vatShare()).toBeCloseTo(0.22, 4)
  })

  test.each([
    ['billing_vat_id', { billing_vat_id: 'FR1' }],
    ['billing_country', { billing_country: 'XX' }],
    ['billing_country', { billing_country: 'F' }],
    ['billing_country', { billing_country: 'DE' }],
    ['billing_company', { billing_company: 'x'.repeat(201) }],
    ['billing_company', { billing_company: 'a\u0000b' }],
  ])('is refused by naming %s, and nothing is saved', async (field, wrong) => {
    const problem = await expectProblem(await save(wrong), 'validation_failed')
    expect(problem.fields).toEqual([{ field: `body.${field}`, message: expect.any(String) }])
    expect(await profile()).toMatchObject({ billing_company: '' })
  })
})
