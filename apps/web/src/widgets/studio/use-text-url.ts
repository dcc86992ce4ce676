import { useMemo } from 'react'
import { useObjectUrl } from '../playground/use-object-url.ts'

/** An address for a plain text, to be downloaded. */
export function useTextUrl(text: string): string | null {
  return useObjectUrl(useMemo(() => new Blob([text], { type: 'text/plain;charset=utf-8' }), [text]))
}
