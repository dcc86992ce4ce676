import type { VoiceQualityReport } from '@viva-voce/contract'
import { formatClock } from '../../format/time.ts'

/** What recordings are like for training: seconds of speech, and what is wrong with which file. */
export function QualityProblems({ quality }: { quality: VoiceQualityReport }) {
  const { speech_seconds, seconds, problems } = quality
  const files = [...new Set(problems.map(({ file }) => file))]
  return (
    <div className="space-y-4 text-sm">
      <p>
        <span className="font-medium tabular-nums">{formatClock(speech_seconds)}</span> of speech in{' '}
        <span className="tabular-nums">{formatClock(seconds)}</span> of recordings.
        {problems.length === 0 && ' Nothing is wrong with any file.'}
      </p>
      {files.map((file) => (
        <div key={file ?? 'all'} className="border-l-2 border-warn pl-3">
          <p className="font-medium break-words">{file ?? 'All recordings together'}</p>
          <ul className="mt-1 space-y-1 text-muted">
            {problems
              .filter((problem) => problem.file === file)
              .map(({ code, message }) => (
                <li key={code}>{message}</li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
