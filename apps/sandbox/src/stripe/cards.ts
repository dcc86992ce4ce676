import type { CardError, PaymentMethod } from './objects.ts'

/** What a card does: https://docs.stripe.com/testing. */
export interface TestCard {
  brand: string
  /** Why the bank says no. */
  declines?: { code: string; decline_code?: string; message: string }
  /** `unless_set_up`: asks its owner, but not again once it was set up; `always`: asks each time. */
  authentication?: 'unless_set_up' | 'always'
  /** The payment works, and its owner objects to it. */
  isDisputed?: true
  /** The refund is taken, and comes back later. */
  failsRefund?: true
}

const declined = (decline_code: string, message = 'Your card was declined.') => ({
  code: 'card_declined',
  decline_code,
  message,
})

export const TEST_CARDS: Record<string, TestCard> = {
  '4242424242424242': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '4000000000000002': { brand: 'visa', declines: declined('generic_decline') },
  '4000000000009995': {
    brand: 'visa',
    declines: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  '4000000000000069': {
    brand: 'visa',
    declines: { code: 'expired_card', message: 'Your card has expired.' },
  },
  '4000000000000127': {
    brand: 'visa',
    declines: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  '4000002500003155': { brand: 'visa', authentication: 'unless_set_up' },
  '4000002760003184': { brand: 'visa', authentication: 'always' },
  '4000000000000259': { brand: 'visa', isDisputed: true },
  '4000000000005126': { brand: 'visa', failsRefund: true },
}

export const cardOf = (method: PaymentMethod): TestCard => TEST_CARDS[method.sandbox.number]!

export const AUTHENTICATION_REQUIRED: CardError = {
  type: 'card_error',
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

export const declineOf = (card: TestCard): CardError | null =>
  card.declines ? { type: 'card_error', ...card.declines } : null
