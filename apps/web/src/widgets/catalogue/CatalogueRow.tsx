import type { Voice } from '@viva-voce/contract'
import { useState } from 'react'
import { sentence } from '../../api/errors.ts'
import { loadPreview } from '../../api/voices.ts'
import { formatLocale } from '../../format/locale.ts'
import { formatPrice } from '../../format/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { PlayButton } from '../audio/PlayButton.tsx'
import { categoryNames, tierNames } from '../voices/voice-words.ts'

/** A voice as a line of the catalogue: heard, described, priced, and its id to take along. */
export function CatalogueRow({ voice }: { voice: Voice }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const load = () => {
    setRefusal(null)
    return loadPreview(voice.voice_id)
  }
  return (
    <li className="grid grid-cols-[auto_1fr] items-start gap-x-4 gap-y-3 border-b border-rule py-4 lg:grid-cols-[auto_minmax(0,5fr)_minmax(0,4fr)_auto] lg:items-center lg:gap-x-8">
      <PlayButton
        soundKey={`sample ${voice.voice_id}`}
        label={`a sample of ${voice.name}`}
        load={load}
        onFailed={(error) => setRefusal(sentence(error, 'sample'))}
      />
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-base tracking-normal break-words">
          {voice.name} <Badge>{tierNames[voice.tier]}</Badge>
        </h2>
        <p className="text-sm">
          {formatLocale(voice.locale)} · {categoryNames[voice.category]}
        </p>
      </div>
      <p className="min-w-0 text-xs text-muted max-lg:col-start-2">
        {voice.description && <span className="block">{voice.description}</span>}
        <span className="block">Made by: {voice.made_by}</span>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-lg:col-start-2 lg:flex-col lg:items-end">
        <p className="text-sm font-medium tabular-nums">
          {formatPrice(voice.price_per_second_eur)}
          <span className="font-normal text-muted"> per second</span>
        </p>
        <p className="flex items-center gap-2">
          <code className="font-mono text-2xs break-all">{voice.voice_id}</code>
          <CopyButton text={voice.voice_id} confirmMs={1_500} />
        </p>
      </div>
      {refusal && (
        <div className="col-start-2 lg:col-span-3">
          <Problem>{refusal}</Problem>
        </div>
      )}
    </li>
  )
}
