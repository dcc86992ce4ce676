import type { TalentVoice } from '@viva-voce/contract'
import { formatLocale } from '../../format/locale.ts'
import { formatSize } from '../../format/size.ts'
import { formatDay } from '../../format/time.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { QualityProblems } from './QualityProblems.tsx'
import { categoryNames, statusTone } from './voice-words.ts'

/** One voice of a talent: what it is, how it stands, and what can be done with it now. */
export function VoiceCard({ voice }: { voice: TalentVoice }) {
  const { voice_id, name, status, quality } = voice
  return (
    <li aria-label={name} className="space-y-4 border-b border-rule py-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-3 text-lg break-words">
            {name} <Badge tone={statusTone(status)}>{status}</Badge>
          </h3>
          <p className="mt-1 text-sm text-muted">
            {formatLocale(voice.locale)} · {categoryNames[voice.category]} ·{' '}
            {voice.file_count === 1 ? '1 file' : `${voice.file_count} files`},{' '}
            {formatSize(voice.total_size_bytes)} · {formatDay(voice.created_at)}
          </p>
        </div>
        <div className="flex items-center gap-3">
          <code className="font-mono text-xs break-all">{voice_id}</code>
          <CopyButton text={voice_id} confirmMs={1_500} />
        </div>
      </div>
      {quality && (
        <details open={status === 'uploaded' && !quality.passed} className="text-sm">
          <summary className="w-fit text-xs text-muted underline underline-offset-4 hover:text-ink">
            Quality of the recordings
          </summary>
          <div className="mt-3">
            <QualityProblems quality={quality} />
          </div>
        </details>
      )}
    </li>
  )
}
