const words: Record<string, string> = {
  promotion: 'Promotional credit',
  payment: 'Top-up',
  synthesis: 'Synthesis',
  refund: 'Refund of a synthesis',
  correction: 'Refund of a synthesis',
  card_refund: 'Refund to the card',
  card_refund_failed: 'Refund to the card came back',
  debt_paid: 'Disputed payment',
  given_back: 'Dispute won',
}

/** A kind of ledger entry as people call it; one without a name of its own is shown as it is. */
export function statementWords(kind: string): string {
  return words[kind] ?? kind.replaceAll('_', ' ')
}
