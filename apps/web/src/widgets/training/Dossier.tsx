import type { VoiceDossier } from '@viva-voce/contract'
import { ApiError, sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { formatLocale } from '../../format/locale.ts'
import { formatClock, formatMoment, formatSeconds } from '../../format/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { type Measure, measuresOf, useNames } from './dossier-words.ts'

/** What a voice was made from and how near it came to the talent, in plain words. */
export function Dossier({ voiceId }: { voiceId: string }) {
  const { data, error } = useCall(
    'readDossier',
    { params: { voice_id: voiceId } },
    { revalidateOnFocus: false },
  )
  if (error instanceof ApiError && error.status === 404) {
    return <p className="text-muted">No training has come to an end yet, so there is no report.</p>
  }
  if (error && !data) return <Problem>{sentence(error)}</Problem>
  if (!data) return <Skeleton lines={4} />
  return <Report dossier={data} />
}

const measureColumns: Column<Measure>[] = [
  {
    head: 'Measure',
    cell: (row) => (
      <>
        <span className="block font-medium">{row.name}</span>
        <span className="block text-xs text-muted">{row.meaning}</span>
      </>
    ),
  },
  {
    head: 'Base voice',
    end: true,
    cell: (row) => <span className="tabular-nums">{row.before}</span>,
  },
  {
    head: 'Your voice',
    end: true,
    cell: (row) => (
      <span className={row.isBetter ? 'font-medium text-ok tabular-nums' : 'tabular-nums'}>
        {row.after}{' '}
        <span className="text-xs font-normal">{row.isBetter ? 'nearer' : 'no nearer'}</span>
      </span>
    ),
  },
]

type Recording = VoiceDossier['recordings'][number]

const recordingColumns: Column<Recording>[] = [
  { head: 'File', cell: (row) => <span className="break-all">{row.file_name}</span> },
  {
    head: 'Use',
    cell: (row) => useNames[row.use] + (row.sentence === null ? '' : ` ${row.sentence}`),
  },
  {
    head: 'Speech',
    end: true,
    cell: (row) => <span className="tabular-nums">{formatSeconds(row.speech_seconds)}</span>,
  },
  {
    head: 'SHA-256',
    cell: (row) => (
      <code className="font-mono text-xs" title={row.sha256}>
        {row.sha256.slice(0, 12)}…
      </code>
    ),
  },
]

function Report({ dossier }: { dossier: VoiceDossier }) {
  const { similarity, consent, engine, parameters, model } = dossier
  const measures = measuresOf(similarity)
  const save = () =>
    saveBlob(
      new Blob([`${JSON.stringify(dossier, null, 2)}\n`], { type: 'application/json' }),
      `${dossier.voice_id}-dossier.json`,
    )
  return (
    <div className="space-y-6">
      <p>
        Measured on {similarity.recordings}{' '}
        {similarity.recordings === 1 ? 'recording' : 'recordings'} that nothing was trained with;
        trained with {formatClock(similarity.seconds_used)} of your speech
        {parameters.with_script ? ', read from the script' : ', without the script'}.
      </p>
      {measures.length > 0 && (
        <Table
          label="How near the voice came"
          columns={measureColumns}
          rows={measures}
          rowKey={(row) => row.name}
        />
      )}
      {dossier.advice.length > 0 && (
        <ul aria-label="Advice" className="list-disc space-y-1 pl-5 marker:text-muted">
          {dossier.advice.map((advice) => (
            <li key={advice}>{advice}</li>
          ))}
        </ul>
      )}
      <Facts
        facts={[
          ['Consent', `Entry ${consent.sequence}, text of ${consent.version}`],
          ['Base voice', <code key="base">{engine.base}</code>],
          ['Conversion', engine.conversion],
          ['Locale', formatLocale(parameters.locale)],
          ['Trained', `${formatMoment(dossier.started_at)} to ${formatMoment(dossier.ended_at)}`],
          ...(model ? [['Model', <code key="model">SHA-256 {model.sha256}</code>] as const] : []),
        ]}
      />
      <Table
        label="Recordings of this training"
        columns={recordingColumns}
        rows={dossier.recordings}
        rowKey={(row) => `${row.file_name} ${row.sha256}`}
      />
      <Button variant="line" size="sm" onClick={save}>
        Download dossier (JSON)
      </Button>
    </div>
  )
}
