import { type RoyaltyForecast, routes } from '@viva-voce/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, type TestPerson } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { insertTalent, insertVoice } from './setup/rows.ts'
import { sell } from './setup/sales.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const dayMs = 24 * 60 * 60 * 1000

let server: TestServer
let talentId: string
let voiceId: string
const email = 'tessa@example.com'
beforeAll(async () => {
  server = await startTestServer({ PROMOTIONAL_CREDIT_CENTS: '10000' }, 'api')
  const talent = await signUp(server, 'talent', email)
  talentId = await insertTalent(server, talent, 'granted')
  voiceId = await insertVoice(server, 'ready', talentId)
})
afterAll(() => server.close())

async function forecast(person: TestPerson, query = ''): Promise<RoyaltyForecast> {
  const answer = await person.fetch(`/v1/royalty/predict${query}`)
  expect(answer.status).toBe(200)
  return routes.forecastRoyalties.answer.parse(await answer.json())
}

test('of less than 14 days is an illustration and says so', async () => {
  const newcomer = await forecast(await signUp(server, 'client'))
  expect(newcomer).toMatchObject({ is_mock: true, talent_id: '', forecast_days: 30 })
  expect(newcomer.forecast).toHaveLength(30)
})

test('of 14 days or more is of the talent’s own royalties, for each window', async () => {
  const buyer = await signUp(server, 'developer')
  const earnedEur: number[] = []
  for (let day = 0; day < 21; day++) {
    const seconds = 20 + (day % 7) * 10
    const sale = await sell(server, { developerId: buyer.developerId!, voiceId, talentId, seconds })
    earnedEur.push(Number((sale.netMicros * 7n + 5n) / 10n) / 1e6)
    if (day === 12) {
      expect(await forecast(await signUp(server, 'client', email))).toMatchObject({ is_mock: true })
    }
    server.clock.advance(dayMs)
  }
  const talent = await signUp(server, 'client', email)
  for (const days of [7, 14, 30, 60]) {
    const answer = await forecast(talent, `?days=${days}`)
    expect(answer).toMatchObject({ is_mock: false, talent_id: talentId, forecast_days: days })
    expect(answer.historical.map(({ royalties }) => royalties)).toEqual(earnedEur)
    expect(answer.historical.at(-1)!.date).toBe('2026-03-22')
    expect(answer.forecast[0]!.date).toBe('2026-03-23')
    expect(answer.forecast).toHaveLength(days)
    for (const { royalties, lower_bound, upper_bound } of answer.forecast) {
      expect(lower_bound).toBeLessThanOrEqual(royalties)
      expect(upper_bound).toBeGreaterThanOrEqual(royalties)
    }
    const total = answer.forecast.reduce((sum, { royalties }) => sum + royalties, 0)
    expect(answer.summary.total_forecast_eur).toBeCloseTo(total, 3)
    expect(answer.summary.avg_daily_eur).toBeCloseTo(total / days, 3)
    expect(answer.summary.confidence_interval).toBe('80%')
  }
  // Three equal weeks: the next is like them.
  const { forecast: week } = await forecast(talent, '?days=7')
  for (const [day, { royalties }] of week.entries())
    expect(royalties).toBeCloseTo(earnedEur[day]!, 1)
})

test.each(['?days=8', '?days=x', '?days=0'])('%s is refused', async (query) => {
  const person = await signUp(server, 'client')
  await expectProblem(await person.fetch(`/v1/royalty/predict${query}`), 'validation_failed')
})
