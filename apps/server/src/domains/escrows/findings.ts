import type { Finding } from '@viva-voce/contract'

/** What the check of a stored synthesis found; kept with the held payment as it was. */
export interface Findings {
  expectedPayload: number
  /** The bytes are those that were written when the synthesis was charged. */
  unchanged: boolean
  watermark: { payload: number | null; score: number; explanation: string }
  scan: { passed: boolean; signals: Finding[] }
}

/** The findings as one list for an administrator: the mark, the bytes, then the scan's signals. */
export function findingsOf(row: { findings: unknown }): Finding[] | null {
  if (row.findings === null) return null
  const { expectedPayload, unchanged, watermark, scan } = row.findings as Findings
  const found = watermark.payload === null ? 'no payload' : `payload ${watermark.payload}`
  const marked = watermark.payload === expectedPayload
  return [
    {
      name: 'watermark',
      score: watermark.score,
      threshold: 0,
      passed: marked,
      explanation: `The mark was read as ${watermark.explanation}: ${found}, ${expectedPayload} was expected.`,
    },
    {
      name: 'stored_bytes',
      score: unchanged ? 1 : 0,
      threshold: 1,
      passed: unchanged,
      explanation: unchanged
        ? 'The stored bytes are those that were sold.'
        : 'The stored bytes are missing or not those that were sold.',
    },
    ...scan.signals,
  ]
}
