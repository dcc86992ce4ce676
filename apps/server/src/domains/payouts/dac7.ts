import { toEuro } from '@viva-voce/money'
import { stringify } from 'csv-stringify/sync'
import type { Context } from '../../context.ts'
import * as store from './payout-store.ts'

const quarters = [1, 2, 3, 4] as const

/**
 * What each talent was paid in a calendar year, a line each, in the terms of Directive (EU) 2021/514 (DAC7, Annex V,
 * section III B): consideration, number of activities, and fees that the platform kept, for each quarter. Address, date
 * of birth and tax number are with the payment provider, under the account that is named.
 */
export async function dac7Csv(ctx: Context, year: number): Promise<string> {
  const rows = await store.paidByQuarter(
    ctx.db,
    new Date(Date.UTC(year, 0, 1)),
    new Date(Date.UTC(year + 1, 0, 1)),
  )
  const lines = [...Map.groupBy(rows, (row) => row.talentId).values()].map((paid) => {
    const { talentId, name, email, account } = paid[0]!
    const cells: Record<string, string | number> = { year, talent_id: talentId, name, email }
    cells.provider_account = account
    for (const quarter of quarters) {
      const sums = paid.find((row) => Number(row.quarter) === quarter)
      cells[`consideration_q${quarter}_eur`] = (Number(sums?.paidCents ?? 0n) / 100).toFixed(2)
      cells[`activities_q${quarter}`] = Number(sums?.activities ?? 0n)
      cells[`fees_q${quarter}_eur`] = toEuro(sums?.feesMicros ?? 0n).toFixed(6)
    }
    return cells
  })
  return stringify(lines, { header: true, columns, escape_formulas: true })
}

const columns = [
  ...['year', 'talent_id', 'name', 'email', 'provider_account'],
  ...quarters.flatMap((quarter) => [
    `consideration_q${quarter}_eur`,
    `activities_q${quarter}`,
    `fees_q${quarter}_eur`,
  ]),
]
