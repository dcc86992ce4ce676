import { tier as tiers, voiceCategory } from '@viva-voce/contract'
import { useEffect, useRef, useState } from 'react'
import { formatLocale } from '../../format/locale.ts'
import { formatPrice } from '../../format/money.ts'
import { Field, Select } from '../../ui/Field.tsx'
import { categoryNames, tierNames } from '../voices/voice-words.ts'
import { type FilterName, priceSteps } from './voice-filter.ts'

interface CatalogueFiltersProps {
  params: URLSearchParams
  languages: readonly string[]
  onChange: (name: FilterName, value: string) => void
}

export function CatalogueFilters({ params, languages, onChange }: CatalogueFiltersProps) {
  const chosen = params.get('language') ?? ''
  const known = chosen && !languages.includes(chosen) ? [...languages, chosen] : languages
  const select = (name: FilterName, label: string, options: { value: string; label: string }[]) => (
    <Select
      label={label}
      value={params.get(name) ?? ''}
      options={options}
      onChange={(event) => onChange(name, event.target.value)}
    />
  )
  return (
    <search className="grid grid-cols-2 gap-4 border-t border-ink py-6 lg:grid-cols-6">
      <SearchField
        value={params.get('search') ?? ''}
        onChange={(text) => onChange('search', text)}
      />
      {select('language', 'Language', [
        { value: '', label: 'All languages' },
        ...known
          .map((value) => ({ value, label: formatLocale(value) }))
          .sort((a, b) => a.label.localeCompare(b.label)),
      ])}
      {select('tier', 'Tier', [
        { value: '', label: 'All tiers' },
        ...tiers.options.map((value) => ({ value, label: tierNames[value] })),
      ])}
      {select('category', 'Category', [
        { value: '', label: 'All categories' },
        ...voiceCategory.options.map((value) => ({ value, label: categoryNames[value] })),
      ])}
      {select('max_price_eur', 'Price per second', [
        { value: '', label: 'Any price' },
        ...priceSteps.map((eur) => ({ value: String(eur), label: `Up to ${formatPrice(eur)}` })),
      ])}
    </search>
  )
}

const typingPauseMs = 300

/** Begins with the address, and writes to it when typing pauses. */
function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(typed.trim()), typingPauseMs)
  }
  return (
    <Field
      label="Search"
      type="search"
      className="col-span-2"
      placeholder="Name, language, maker or id"
      maxLength={100}
      value={text}
      onChange={(event) => type(event.target.value)}
    />
  )
}
