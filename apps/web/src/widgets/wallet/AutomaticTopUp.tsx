import type { Wallet } from '@viva-voce/contract'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { call } from '../../api/client.ts'
import { sentence } from '../../api/errors.ts'
import { submits, useAction } from '../../api/use-action.ts'
import { answersOf, useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { notify } from '../toast.ts'

/** Below which balance to warn, and whether the saved card then tops the wallet up. */
export function AutomaticTopUp() {
  const { data, error } = useCall('getWallet', {})
  if (error) return <Problem>{sentence(error)}</Problem>
  if (!data) return <Skeleton lines={3} />
  return <SettingForm wallet={data} />
}

function SettingForm({ wallet }: { wallet: Wallet }) {
  const { mutate } = useSWRConfig()
  const { automatic_top_up: automatic, card } = wallet
  const [enabled, setEnabled] = useState(automatic.enabled)
  const [below, setBelow] = useState(String(wallet.low_balance_eur))
  const [amount, setAmount] = useState(String(automatic.amount_eur ?? 25))
  const { busy, refusal, run } = useAction(async () => {
    const body = {
      enabled,
      below_eur: Number(below),
      ...(enabled && { amount_eur: Number(amount) }),
    }
    const saved = call('setAutomaticTopUp', { body })
    await mutate(answersOf('getWallet'), saved, { revalidate: false })
    void notify('Saved')
  })
  return (
    <form onSubmit={submits(run)} className="max-w-xl space-y-4">
      {automatic.stopped && <Problem>Automatic top-ups have stopped. {automatic.stopped}</Problem>}
      <div className="flex flex-wrap gap-3">
        <Field
          label="Warn below (euro)"
          className="w-44"
          inputMode="decimal"
          value={below}
          onChange={(event) => setBelow(event.target.value)}
          required
        />
        <Field
          label="Then top up by (euro)"
          className="w-44"
          inputMode="decimal"
          value={amount}
          disabled={!enabled}
          onChange={(event) => setAmount(event.target.value)}
          required
        />
      </div>
      <label className="flex items-start gap-2 text-sm">
        <input
          type="checkbox"
          className="mt-1"
          checked={enabled}
          disabled={!card}
          onChange={(event) => setEnabled(event.target.checked)}
        />
        {card
          ? `Top up automatically with the ${card.brand} card that ends in ${card.last4}`
          : 'Top up automatically (save a card first: tick the box when you top up)'}
      </label>
      <Button type="submit" variant="line" busy={busy}>
        Save automatic top-up
      </Button>
      {refusal && <Problem>{refusal}</Problem>}
    </form>
  )
}
