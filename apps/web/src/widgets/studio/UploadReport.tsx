import { useEffect, useRef } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { QualityProblems } from '../voices/QualityProblems.tsx'
import type { UploadState } from './use-upload.ts'

interface UploadReportProps {
  report: Extract<UploadState, { kind: 'done' }>
  onClose: () => void
}

/** What the server heard in an upload; takes the focus, so that it is read at once. */
export function UploadReport({ report, onClose }: UploadReportProps) {
  const { name, answer } = report
  const frame = useRef<HTMLElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label="Upload report"
      className="border border-ink bg-raised p-5 outline-none sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h3 className="text-lg break-words">{name} is uploaded</h3>
        <Badge tone={answer.quality.passed ? 'ok' : 'warn'}>
          {answer.quality.passed ? 'Good to train' : 'Not good enough to train yet'}
        </Badge>
      </div>
      <p className="mt-2 mb-4 text-sm text-muted">
        {answer.file_count === 1 ? '1 file' : `${answer.file_count} files`} kept in{' '}
        <code className="font-mono text-xs break-all text-ink">{answer.voice_id}</code>
      </p>
      <QualityProblems quality={answer.quality} />
      <Button variant="line" size="sm" className="mt-5" onClick={onClose}>
        Close report
      </Button>
    </section>
  )
}
