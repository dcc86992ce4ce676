import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { sentence } from '../../api/errors.ts'
import { useVoices } from '../../api/voices.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CatalogueFilters } from './CatalogueFilters.tsx'
import { CatalogueRow } from './CatalogueRow.tsx'
import { filterNames, readFilters, withFilter } from './voice-filter.ts'

/** Every listed voice: searched, filtered, heard. */
export function Catalogue() {
  const [params, setParams] = useSearchParams()
  const { voices, languages, error, hasMore, isLoadingMore, loadMore } = useVoices(
    readFilters(params),
  )
  const isFiltered = filterNames.some((name) => params.has(name))
  const [clearings, setClearings] = useState(0)
  const clear = () => {
    setParams({}, { replace: true, preventScrollReset: true })
    setClearings(clearings + 1)
  }
  return (
    <section aria-label="Catalogue" className="pb-16">
      <CatalogueFilters
        key={clearings}
        params={params}
        languages={languages ?? []}
        onChange={(name, value) =>
          setParams((before) => withFilter(before, name, value), {
            replace: true,
            preventScrollReset: true,
          })
        }
      />
      <p
        role="status"
        className="flex min-h-11 items-center gap-3 border-b border-ink text-xs text-muted"
      >
        {voices && countOf(voices.length, hasMore)}
        {isFiltered && (
          <Button variant="quiet" size="sm" onClick={clear}>
            Clear all filters
          </Button>
        )}
      </p>
      {error !== undefined && !voices && (
        <div className="py-6">
          <Problem>{sentence(error, 'voices')}</Problem>
        </div>
      )}
      {!voices && error === undefined && (
        <div className="py-6">
          <Skeleton lines={5} />
        </div>
      )}
      {voices?.length === 0 && (
        <EmptyState>
          No voice matches. Take away a filter, or search for a language or a part of a name.
        </EmptyState>
      )}
      {voices && voices.length > 0 && (
        <ul aria-label="Voices">
          {voices.map((voice) => (
            <CatalogueRow key={voice.voice_id} voice={voice} />
          ))}
        </ul>
      )}
      {hasMore && (
        <Button variant="line" className="mt-6" busy={isLoadingMore} onClick={loadMore}>
          Load more
        </Button>
      )}
    </section>
  )
}

function countOf(count: number, hasMore: boolean): string {
  if (hasMore) return `The first ${count} voices`
  return count === 1 ? '1 voice' : `${count} voices`
}
