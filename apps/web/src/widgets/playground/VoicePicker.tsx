import { type Tier, tier as tiers, type Voice } from '@viva-voce/contract'
import clsx from 'clsx'
import { useEffect, useId, useState } from 'react'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { formatLanguage, formatLocale } from '../../format/locale.ts'
import { formatPrice } from '../../format/money.ts'
import { Select } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { tierNames } from '../voices/voice-words.ts'

/** The best voices first. */
function byTierAndId(one: Voice, other: Voice): number {
  const rank = (voice: Voice) => tiers.options.indexOf(voice.tier)
  return rank(one) - rank(other) || one.voice_id.localeCompare(other.voice_id)
}

interface VoicePickerProps {
  chosen: Voice | null
  onChoose: (voice: Voice) => void
}

/** The catalogue, filtered by tier and language; the first voice left is chosen when the present one is filtered out. */
export function VoicePicker({ chosen, onChoose }: VoicePickerProps) {
  const [tier, setTier] = useState<Tier | ''>('')
  const [language, setLanguage] = useState('')
  const { data, error } = useCall(
    'listVoices',
    { query: { limit: 100, tier: tier || undefined } },
    { keepPreviousData: true, revalidateOnFocus: false },
  )
  const inTier = (data?.items ?? []).toSorted(byTierAndId)
  const spoken = [...new Set(inTier.map((voice) => formatLanguage(voice.locale)))].sort()
  const voices = inTier.filter((voice) => !language || formatLanguage(voice.locale) === language)
  const first = voices[0]
  useEffect(() => {
    if (first && !voices.some((voice) => voice.voice_id === chosen?.voice_id)) onChoose(first)
  })
  return (
    <div className="space-y-5">
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Tier"
          value={tier}
          options={[
            { value: '', label: 'All tiers' },
            ...tiers.options.map((value) => ({ value, label: tierNames[value] })),
          ]}
          onChange={(event) => setTier(event.target.value as Tier | '')}
        />
        <Select
          label="Language"
          value={language}
          options={[
            { value: '', label: 'All languages' },
            ...spoken.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(event) => setLanguage(event.target.value)}
        />
      </div>
      {error && !data && <Problem>{sentence(error, 'voices')}</Problem>}
      {!data && !error && <Skeleton lines={5} />}
      {data && voices.length === 0 && (
        <p className="text-sm text-muted">No voice of this kind is in the catalogue yet.</p>
      )}
      {voices.length > 0 && <VoiceList voices={voices} chosen={chosen} onChoose={onChoose} />}
      {chosen && (
        <div className="text-xs text-muted">
          <p>{chosen.description}</p>
          <p className="mt-1">Made by: {chosen.made_by}</p>
          <p className="mt-1 font-mono text-2xs text-ink">{chosen.voice_id}</p>
        </div>
      )}
    </div>
  )
}

function VoiceList({ voices, chosen, onChoose }: VoicePickerProps & { voices: Voice[] }) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-muted">Voice</legend>
      <div className="max-h-72 overflow-y-auto border border-control bg-paper lg:max-h-96">
        {voices.map((voice) => (
          <label
            key={voice.voice_id}
            className={clsx(
              'flex cursor-pointer items-baseline justify-between gap-3 border-b border-rule px-3 py-2.5',
              'text-sm last:border-b-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2',
              voice.voice_id === chosen?.voice_id ? 'bg-ink text-paper' : 'hover:bg-sunk',
            )}
          >
            <input
              type="radio"
              name={group}
              value={voice.voice_id}
              checked={voice.voice_id === chosen?.voice_id}
              onChange={() => onChoose(voice)}
              className="sr-only"
            />
            <span className="min-w-0">
              <span className="block truncate font-medium">{voice.name}</span>
              <span className="block text-xs opacity-80">{formatLocale(voice.locale)}</span>
            </span>
            <span className="shrink-0 text-right font-mono text-2xs">
              <span className="block">{tierNames[voice.tier]}</span>
              <span className="block">{formatPrice(voice.price_per_second_eur)}/s</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
