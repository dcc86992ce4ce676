import type { AnswerOf, ConsentEntry, routes } from '@viva-voce/contract'
import useSWRInfinite from 'swr/infinite'
import { call } from './client.ts'

type AuditPage = AnswerOf<typeof routes.listConsentAudit>

const limit = 20

/** A talent's consent entries, newest first, as far as they have been read; every widget shares them. */
export function useConsentAudit(talentId: string) {
  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<AuditPage>(
    (index: number, before: AuditPage | null) => {
      if (index > 0 && !before?.next_cursor) return null
      return ['listConsentAudit', talentId, before?.next_cursor]
    },
    ([, talent_id, cursor]: [string, string, string | undefined]) =>
      call('listConsentAudit', { params: { talent_id }, query: { limit, cursor } }),
  )
  const entries: ConsentEntry[] | undefined = data?.flatMap((page) => page.items)
  return {
    entries,
    error: error as unknown,
    hasMore: Boolean(data?.at(-1)?.next_cursor),
    isLoadingMore: isValidating && data !== undefined && data.length < size,
    loadMore: () => setSize(size + 1),
    reload: () => mutate(),
  }
}
