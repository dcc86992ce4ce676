import type { AnswerOf, QueryOf, routes } from '@viva-voce/contract'
import useSWRInfinite from 'swr/infinite'
import { call, send } from './client.ts'

type VoicePage = AnswerOf<typeof routes.listVoices>
export type VoiceQuery = Partial<Omit<QueryOf<typeof routes.listVoices>, 'limit' | 'cursor'>>

const limit = 24

/** Listed voices that match, page by page; what was shown stays until the next answer is there. */
export function useVoices(query: VoiceQuery) {
  const { data, error, size, setSize, isValidating } = useSWRInfinite<VoicePage>(
    (index: number, before: VoicePage | null) => {
      if (index > 0 && !before?.next_cursor) return null
      return ['listVoices', query, before?.next_cursor]
    },
    ([, asked, cursor]: [string, VoiceQuery, string | undefined]) =>
      call('listVoices', { query: { ...asked, limit, cursor } }),
    { keepPreviousData: true, revalidateOnFocus: false, revalidateFirstPage: false },
  )
  return {
    voices: data?.flatMap((page) => page.items),
    languages: data?.[0]?.languages,
    error: error as unknown,
    hasMore: Boolean(data?.at(-1)?.next_cursor),
    isLoadingMore: isValidating && data !== undefined && data.length < size,
    loadMore: () => setSize(size + 1),
  }
}

/** The sample of a voice. */
export async function loadPreview(voiceId: string): Promise<Blob> {
  const response = await send('getVoicePreview', { params: { voice_id: voiceId } })
  return response.blob()
}
