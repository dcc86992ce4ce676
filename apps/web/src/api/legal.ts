import type { LegalDocument } from '@viva-voce/contract'
import { apiUrl } from '../hosts.ts'
import { legalSource } from '../paths.ts'

/** Fetches a legal document as it stands now; throws with the sentence to show. */
export async function readLegalDocument(doc: LegalDocument | 'consent'): Promise<string> {
  const path = legalSource(doc)
  const response = await fetch(apiUrl + path, { cache: 'no-store' }).catch(() => null)
  if (!response) throw new Error('Failed to load content')
  if (!response.ok) throw new Error(`Failed to load ${path}: ${response.status}`)
  return response.text()
}
