import { describe, expect, test } from 'vitest'
import type { LedgerEntry } from './ledger.ts'
import { toCents } from './micros.ts'
import {
  debtPaidEntry,
  debtReturnedEntry,
  givenBackEntry,
  paymentEntry,
  providerFeeEntry,
  refundAskedEntry,
  refundFailedEntry,
  refundPaidEntry,
  takenBackEntry,
} from './payment-entries.ts'

const developerId = 'dev_1'
const amountMicros = 12_340_000n
const payment = { paymentId: 'pay_1', amountMicros }
const refund = { refundId: 'rfd_1', amountMicros }
const taken = { reference: 'dp_1', amountMicros }

/** What an entry does to each account; an asset such as cash shows as a negative balance. */
const effects = ({ postings }: LedgerEntry) =>
  Object.fromEntries(
    postings.map(({ account, amountMicros }) => [
      account.ownerId ? `${account.kind} ${account.ownerId}` : account.kind,
      amountMicros,
    ]),
  )

const more = amountMicros
const less = -amountMicros

test.each<[what: string, entry: LedgerEntry, expected: Record<string, bigint>]>([
  [
    'a top-up fills a wallet',
    paymentEntry({ ...payment, developerId }),
    { provider_cash: less, 'wallet dev_1': more },
  ],
  [
    'a reservation fills the pot of reservations',
    paymentEntry({ ...payment, developerId: null }),
    { provider_cash: less, reservations: more },
  ],
  [
    'a fee is ours',
    providerFeeEntry('txn_1', 430_000n),
    { provider_cash: 430_000n, provider_fees: -430_000n },
  ],
  [
    'a refund that is asked for is set aside',
    refundAskedEntry({ ...refund, developerId }),
    { 'wallet dev_1': less, refunds_in_transit: more },
  ],
  [
    'a refund of a reservation is set aside',
    refundAskedEntry({ ...refund, developerId: null }),
    { reservations: less, refunds_in_transit: more },
  ],
  [
    'a refund that is paid leaves our cash',
    refundPaidEntry({ ...refund, developerId }),
    { refunds_in_transit: less, provider_cash: more },
  ],
  [
    'a refund that is refused returns from where it was set aside',
    refundFailedEntry({ ...refund, developerId, wasPaid: false }),
    { refunds_in_transit: less, 'wallet dev_1': more },
  ],
  [
    'a refund that the bank sends back returns to our cash',
    refundFailedEntry({ ...refund, developerId, wasPaid: true }),
    { provider_cash: less, 'wallet dev_1': more },
  ],
  [
    'a chargeback is the developer’s debt',
    takenBackEntry({ ...taken, developerId }),
    { 'developer_debt dev_1': less, provider_cash: more },
  ],
  [
    'a chargeback of a reservation empties the pot',
    takenBackEntry({ ...taken, developerId: null }),
    { reservations: less, provider_cash: more },
  ],
  [
    'a dispute that is won ends the debt',
    givenBackEntry({ ...taken, developerId }),
    { provider_cash: less, 'developer_debt dev_1': more },
  ],
  [
    'a won dispute of a reservation fills the pot',
    givenBackEntry({ ...taken, developerId: null }),
    { provider_cash: less, reservations: more },
  ],
  [
    'money in a wallet pays a debt',
    debtPaidEntry('txn_2', developerId, amountMicros),
    { 'wallet dev_1': less, 'developer_debt dev_1': more },
  ],
  [
    'what is beyond the debt returns to the wallet',
    debtReturnedEntry('dp_1', developerId, amountMicros),
    { 'developer_debt dev_1': less, 'wallet dev_1': more },
  ],
])('%s', (_, entry, expected) => {
  expect(effects(entry)).toEqual(expected)
})

describe('cents for the provider', () => {
  test.each([
    [0n, 0],
    [10_000n, 1],
    [12_340_000n, 1_234],
    [-50_000n, -5],
  ])('%s micro-euro are %s', (micros, cents) => expect(toCents(micros)).toBe(cents))

  test.each([1n, 9_999n, 10_001n, -1n])('%s micro-euro are refused', (micros) =>
    expect(() => toCents(micros)).toThrow(RangeError),
  )
})
