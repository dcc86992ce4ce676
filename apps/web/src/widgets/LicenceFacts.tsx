import type { LicenceCheck } from '@viva-voce/contract'
import { formatMoment } from '../format/time.ts'
import { Badge } from '../ui/Badge.tsx'
import { Facts } from '../ui/Facts.tsx'

/** What the compliance call says about a licence token. */
export function LicenceFacts({ check }: { check: LicenceCheck }) {
  const { valid, error, meta } = check
  return (
    <div role="status" className="space-y-3">
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={valid ? 'ok' : 'bad'}>{valid ? 'Licence valid' : 'Licence not valid'}</Badge>
        {error && <span className="text-sm text-bad">{error}</span>}
      </p>
      {meta && (
        <Facts
          facts={[
            ['Voice', <code key="voice">{meta.voice_id}</code>],
            ['Usage', meta.usage],
            [
              'Talent',
              meta.talent_id ? <code key="talent">{meta.talent_id}</code> : 'Catalogue voice',
            ],
            ['Created', formatMoment(meta.created_at)],
            ...(meta.text ? [['Text', meta.text] as const] : []),
          ]}
        />
      )}
    </div>
  )
}
