export {
  type Carry,
  carryAfter,
  type InvoiceAmount,
  invoiceTotals,
  type TaxTotal,
} from './src/invoice.ts'
export {
  type Account,
  type AccountKind,
  type HeldPayment,
  type LedgerEntry,
  type Posting,
  payableTo,
  promotionEntry,
  refundEntry,
  releaseEntry,
  synthesisEntry,
  walletOf,
} from './src/ledger.ts'
export {
  divideRounded,
  fromCents,
  type Micros,
  microsPerEuro,
  sum,
  toCents,
  toEuro,
} from './src/micros.ts'
export {
  debtOf,
  debtPaidEntry,
  debtReturnedEntry,
  givenBackEntry,
  paymentEntry,
  providerFeeEntry,
  refundAskedEntry,
  refundFailedEntry,
  refundPaidEntry,
  takenBackEntry,
} from './src/payment-entries.ts'
export {
  correctionEntry,
  minimumPayoutCents,
  payableCents,
  payoutEntry,
  payoutFailedEntry,
  payoutPaidEntry,
} from './src/payout-entries.ts'
export { split, talentSharePercent } from './src/split.ts'
export {
  customPriceRangeMicros,
  minimumNetMicros,
  type PriceInput,
  priceOf,
  pricePerSecondMicros,
  usageFactorHundredths,
} from './src/tariff.ts'
export {
  type VatCustomer,
  type VatTreatment,
  vatOn,
  vatRateBasisPoints,
  vatRateFor,
  vatTreatmentOf,
} from './src/vat.ts'
