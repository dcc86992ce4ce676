import { useState } from 'react'
import { call } from '../../api/client.ts'
import { leaveFor, submits, useAction } from '../../api/use-action.ts'
import { formatTotal } from '../../format/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'

const amounts = [10, 25, 50, 100] as const

/** Chooses an amount and goes on to the payment provider's own page. */
export function TopUpForm() {
  const [amount, setAmount] = useState('25')
  const [saveCard, setSaveCard] = useState(false)
  const { busy, refusal, run } = useAction(async () => {
    const body = { amount_eur: Number(amount.replace(',', '.')), save_card: saveCard }
    const { url } = await call('createTopUp', { body })
    await leaveFor(url)
  })
  return (
    <form onSubmit={submits(run)} className="max-w-xl space-y-4">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1 text-xs font-medium text-muted">Amount</legend>
        {amounts.map((eur) => (
          <Button
            key={eur}
            size="sm"
            variant={Number(amount) === eur ? 'ink' : 'line'}
            aria-pressed={Number(amount) === eur}
            onClick={() => setAmount(String(eur))}
          >
            {formatTotal(eur)}
          </Button>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label="Other amount in euro"
          className="w-48"
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          required
        />
        <Button type="submit" variant="accent" busy={busy}>
          Top up
        </Button>
      </div>
      <label className="flex items-start gap-2 text-sm">
        <input
          type="checkbox"
          className="mt-1"
          checked={saveCard}
          onChange={(event) => setSaveCard(event.target.checked)}
        />
        Save this card, so that automatic top-ups can use it
      </label>
      <p className="text-xs text-muted">From €5 to €5,000, on the payment provider’s own page.</p>
      {refusal && <Problem>{refusal}</Problem>}
    </form>
  )
}
