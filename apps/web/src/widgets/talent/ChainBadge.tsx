import type { ConsentEntry } from '@viva-voce/contract'
import { useEffect, useState } from 'react'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { type ChainCheck, checkChain } from './chain-check.ts'

type Finding = ChainCheck | { kind: 'checking' } | { kind: 'impossible' }

/** Says whether the entries on screen fit together, computed here and not taken from the server. */
export function ChainBadge({ entries }: { entries: readonly ConsentEntry[] }) {
  const [finding, setFinding] = useState<Finding>({ kind: 'checking' })
  useEffect(() => {
    let isCurrent = true
    const show = (found: Finding) => isCurrent && setFinding(found)
    // Browsers hash on https and localhost only.
    if (!globalThis.crypto?.subtle) show({ kind: 'impossible' })
    else checkChain(entries).then(show, () => show({ kind: 'impossible' }))
    return () => {
      isCurrent = false
    }
  }, [entries])
  const { tone, word, text } = describe(finding)
  return (
    <p role="status" className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Badge tone={tone}>{word}</Badge>
      <span className="text-muted">{text}</span>
    </p>
  )
}

function describe(finding: Finding): { tone: Tone; word: string; text: string } {
  switch (finding.kind) {
    case 'checking':
      return { tone: 'neutral', word: 'Checking…', text: '' }
    case 'impossible':
      return {
        tone: 'neutral',
        word: 'Not checked',
        text: 'This browser checks the chain over https only.',
      }
    case 'changed':
      return {
        tone: 'bad',
        word: 'Chain broken',
        text: `Entry ${finding.sequence} was changed, or one before it is missing.`,
      }
    case 'part':
      return {
        tone: 'ok',
        word: 'Chain verified so far',
        text: `The newest ${finding.count} of ${finding.total} entries fit together. Load the rest to check them all.`,
      }
    case 'whole':
      return {
        tone: 'ok',
        word: 'Chain verified',
        text: `${finding.count === 1 ? 'The only entry is' : `All ${finding.count} entries are`} unchanged: your browser has computed the hashes again.`,
      }
  }
}
