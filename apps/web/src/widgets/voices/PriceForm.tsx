import { customPriceRangeEur, type TalentVoice } from '@viva-voce/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Refusals } from '../training/Refusals.tsx'
import { useVoiceAction } from '../training/use-voice-action.ts'
import { readPrice } from './read-price.ts'

const { minimum, maximum } = customPriceRangeEur

/** What a second of the voice costs from now on. */
export function PriceForm({ voice }: { voice: TalentVoice }) {
  const { voice_id, price_per_second_eur } = voice
  const [text, setText] = useState(price_per_second_eur.toFixed(3))
  const [wrong, setWrong] = useState<string | null>(null)
  const { busy, refusals, run } = useVoiceAction('call')
  const price = readPrice(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWrong(
      price === null
        ? `Please enter a price from ${minimum.toFixed(3)} to ${maximum.toFixed(3)}`
        : null,
    )
    if (price === null) return
    const body = { price_per_second_eur: price }
    void run('Price changed', 'updateVoice', { params: { voice_id }, body })
  }
  return (
    <form onSubmit={submit} noValidate aria-label={`Price of ${voice.name}`} className="space-y-2">
      <div className="flex items-end gap-3">
        <Field
          label="Price per second, € net"
          className="w-44"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="line" busy={busy} disabled={price === price_per_second_eur}>
          Set price
        </Button>
      </div>
      <p className="text-xs text-muted">
        €{minimum.toFixed(3)} to €{maximum.toFixed(3)}, times the factor of the usage; 70 % of it is
        yours. What was sold keeps its price.
      </p>
      <Refusals sentences={wrong ? [wrong] : refusals} />
    </form>
  )
}
