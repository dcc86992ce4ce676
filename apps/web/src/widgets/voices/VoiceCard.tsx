import { nextVoiceState, type TalentVoice } from '@viva-voce/contract'
import { Link } from 'react-router'
import { formatLocale } from '../../format/locale.ts'
import { formatSize } from '../../format/size.ts'
import { formatDay } from '../../format/time.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Dossier } from '../training/Dossier.tsx'
import { FailureNote } from '../training/FailureNote.tsx'
import { TrainingControls } from '../training/TrainingControls.tsx'
import { PriceForm } from './PriceForm.tsx'
import { QualityProblems } from './QualityProblems.tsx'
import { SampleLine } from './SampleLine.tsx'
import { categoryNames, statusTone } from './voice-words.ts'
import { WithdrawVoice } from './WithdrawVoice.tsx'

/** One voice of a talent: what it is, how it stands, and what can be done with it now. */
export function VoiceCard({ voice }: { voice: TalentVoice }) {
  const { voice_id, name, status, quality, failure } = voice
  const may = (event: 'add' | 'withdraw') => nextVoiceState(status, event) !== null
  return (
    <li aria-label={name} className="space-y-5 border-b border-rule py-6">
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
      {status === 'failed' && failure && <FailureNote failure={failure} />}
      {status === 'ready' && (
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
          <SampleLine voice={voice} />
          <PriceForm key={voice.price_per_second_eur} voice={voice} />
        </div>
      )}
      {status === 'withdrawn' && (
        <p className="text-sm text-muted">
          Withdrawn for good. Licences that were sold before stay valid for what was made with them.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <TrainingControls voice={voice} />
        {may('add') && (
          <Link
            to={{ pathname: paths.talent, search: `?add=${voice_id}`, hash: '#upload' }}
            className={buttonClass('line', 'sm')}
          >
            Add recordings
          </Link>
        )}
        {may('withdraw') && <WithdrawVoice voice={voice} />}
      </div>
      {quality && (
        <Disclosure
          title="Quality of the recordings"
          open={status === 'uploaded' && !quality.passed}
        >
          <QualityProblems quality={quality} />
        </Disclosure>
      )}
      {(status === 'ready' || status === 'failed') && (
        <Disclosure title="Training report">
          <Dossier voiceId={voice_id} />
        </Disclosure>
      )}
    </li>
  )
}
