import { useState } from 'react'
import { call } from '../../api/client.ts'
import { submits } from '../../api/use-action.ts'
import { formatTotal } from '../../format/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { type Refund, RefundDialog } from './RefundDialog.tsx'

/** Sends what is unused of a top-up back to its card, by the payment's id from a statement. */
export function CardRefundForm() {
  const [paymentId, setPaymentId] = useState('')
  const [amount, setAmount] = useState('')
  const [refund, setRefund] = useState<Refund | null>(null)
  const id = paymentId.trim()
  const eur = amount.trim() === '' ? null : Number(amount.replace(',', '.'))
  const ask = () =>
    setRefund({
      title: 'Refund to the card?',
      consequence: `${eur === null ? 'All that is unused' : formatTotal(eur)} of ${id} goes back to the card that paid it.`,
      send: (reason) =>
        call('refundPayment', {
          params: { payment_id: id },
          body: { reason, ...(eur !== null && { amount_eur: eur }) },
        }),
    })
  const clear = () => {
    setPaymentId('')
    setAmount('')
  }
  return (
    <>
      <form onSubmit={submits(ask)} className="flex max-w-3xl flex-wrap items-end gap-3">
        <Field
          label="Payment ID"
          className="min-w-0 flex-1 basis-64 [&_input]:font-mono"
          placeholder="pay_…"
          autoComplete="off"
          spellCheck={false}
          value={paymentId}
          onChange={(event) => setPaymentId(event.target.value)}
        />
        <Field
          label="Amount in euro"
          className="w-40"
          placeholder="All unused"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        <Button type="submit" variant="line" disabled={id === '' || (eur !== null && !(eur > 0))}>
          Refund to card
        </Button>
      </form>
      <RefundDialog refund={refund} onClose={() => setRefund(null)} onDone={clear} />
    </>
  )
}
