import type { FoundMark, LicenceCard } from '@viva-voce/contract'
import { Play } from 'lucide-react'
import { formatClock, formatMoment } from '../../format/time.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Facts } from '../../ui/Facts.tsx'

const methods: Record<FoundMark['method'], string> = {
  blind: 'Read from the audio alone',
  registry: 'Read among the syntheses that it sounds like',
  informed: 'Tested against a synthesis that it sounds like',
}

interface FoundMarkCardProps {
  mark: FoundMark
  onPlay: (seconds: number) => void
}

/** A mark's places, and the licence that it belongs to. */
export function FoundMarkCard({ mark, onPlay }: FoundMarkCardProps) {
  const { licence, spans, synthesis_id } = mark
  return (
    <article className="space-y-4 border border-rule bg-raised p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <LicenceBadge mark={mark} />
        {licence?.revoked_because && (
          <span className="text-sm text-bad">{licence.revoked_because}</span>
        )}
      </div>
      <ul aria-label="Places" className="flex flex-wrap gap-2">
        {spans.map(({ start_seconds, end_seconds }) => (
          <li key={start_seconds}>
            <Button variant="line" size="sm" onClick={() => onPlay(start_seconds)}>
              <Play aria-hidden="true" className="size-3" />
              <span className="sr-only">Play </span>
              {formatClock(Math.round(start_seconds))}–{formatClock(Math.round(end_seconds))}
            </Button>
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          ...(licence ? factsOf(licence) : []),
          ...(synthesis_id ? [['Synthesis', <code key="id">{synthesis_id}</code>] as const] : []),
          ['How', methods[mark.method]],
          ['By chance', `Under ${chanceWords(mark.false_claim_probability)}`],
        ]}
      />
    </article>
  )
}

function LicenceBadge({ mark: { licence, is_public_sample } }: { mark: FoundMark }) {
  if (is_public_sample) return <Badge tone="neutral">Public sample, not licensed for use</Badge>
  if (!licence) return <Badge tone="warn">Licence not known</Badge>
  return licence.valid ? (
    <Badge tone="ok">Licence valid</Badge>
  ) : (
    <Badge tone="bad">Licence revoked</Badge>
  )
}

function factsOf(licence: LicenceCard) {
  return [
    ['Voice', `${licence.voice_name} (${licence.voice_id})`],
    ['Talent', licence.talent_name ?? 'None: a voice of the catalogue'],
    ['Usage', licence.usage],
    ['Issued', formatMoment(licence.issued_at)],
    ...(licence.revoked_at ? [['Revoked', formatMoment(licence.revoked_at)] as const] : []),
    ['Licence', <code key="licence">{licence.licence_id}</code>],
  ] as const
}

/** A bound for people: one in a million is as small as anybody needs. */
function chanceWords(probability: number): string {
  if (probability <= 1e-9) return 'one in a billion'
  if (probability <= 1e-6) return 'one in a million'
  return `one in ${Math.floor(1 / probability)}`
}
