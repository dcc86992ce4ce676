import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundUnchecked, releaseDue } from '../src/domains/escrows/settle.ts'
import { auditBooks } from './setup/ledger.ts'
import { signUp } from './setup/people.ts'
import { insertTalent, insertVoice } from './setup/rows.ts'
import { pass, sell } from './setup/sales.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const dayMs = 24 * 60 * 60 * 1000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, 'api')
})
afterAll(() => server.close())

test('a payment whose audio nobody could check is refunded after 90 days, and a checked one is released', async () => {
  const { developerId } = await signUp(server, 'developer')
  const talentId = await insertTalent(server, await signUp(server, 'talent'), 'granted')
  const voiceId = await insertVoice(server, 'ready', talentId)
  const order = { developerId: developerId!, voiceId, talentId, seconds: 10 }
  const [checked, unchecked] = [await sell(server, order), await sell(server, order)]
  await pass(server, checked)

  server.clock.advance(90 * dayMs - 1)
  expect(await refundUnchecked(server.ctx)).toBe(0)
  expect(await releaseDue(server.ctx)).toBe(1)
  server.clock.advance(1)
  expect(await refundUnchecked(server.ctx)).toBe(1)
  expect(await refundUnchecked(server.ctx)).toBe(0)

  const rows = await server.ctx.db
    .selectFrom('escrows')
    .innerJoin('licences', 'licences.synthesis_id', 'escrows.synthesis_id')
    .innerJoin('royalties', 'royalties.escrow_id', 'escrows.id')
    .select(['escrows.id', 'state', 'reason', 'royalties.status', 'revoked_at'])
    .execute()
  expect(Object.fromEntries(rows.map((row) => [row.id, row]))).toEqual({
    [checked.escrowId]: expect.objectContaining({ state: 'RELEASED', revoked_at: null }),
    [unchecked.escrowId]: {
      id: unchecked.escrowId,
      state: 'REFUNDED',
      reason: 'The stored audio could not be checked within 90 days.',
      status: 'cancelled',
      revoked_at: server.clock.now(),
    },
  })
  await auditBooks(server)
})
