import type { AudioCheckResult, ContentCredentials, FileClaims, Verdict } from '@viva-voce/contract'
import { useEffect, useRef } from 'react'
import { formatClock } from '../../format/time.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { useObjectUrl } from '../playground/use-object-url.ts'
import { FoundMarkCard } from './FoundMarkCard.tsx'
import { MarkedWaveform } from './MarkedWaveform.tsx'

const words: Record<Verdict, { badge: string; tone: Tone; title: string }> = {
  marked: { badge: 'Watermark found', tone: 'ok', title: 'This is ours' },
  not_marked: { badge: 'No watermark', tone: 'neutral', title: 'Not ours' },
  inconclusive: { badge: 'Inconclusive', tone: 'warn', title: 'We cannot tell' },
}

interface CheckReportProps {
  file: File
  result: AudioCheckResult
}

/** What was found in a file: the verdict, the marks in their places, each one's licence. */
export function CheckReport({ file, result }: CheckReportProps) {
  const { verdict, explanation, marks, audio, metadata, content_credentials: credentials } = result
  const player = useRef<HTMLAudioElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const url = useObjectUrl(file)
  // A new report is where the reader wants to be.
  useEffect(() => heading.current?.focus(), [])
  const play = (seconds: number) => {
    if (!player.current) return
    player.current.currentTime = seconds
    // A browser that cannot play this kind of file shows so in its own player.
    player.current.play().catch(() => {})
  }
  const { badge, tone, title } = words[verdict]
  return (
    <section aria-label="Result" className="space-y-6 border-t border-ink pt-6">
      <div className="space-y-3">
        <Badge tone={tone}>{badge}</Badge>
        <h3 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {title}
        </h3>
        <p role="status" className="max-w-[60ch]">
          {explanation}
        </p>
      </div>
      <figure className="space-y-2">
        <MarkedWaveform peaks={audio.peaks} seconds={audio.seconds} marks={marks} />
        <figcaption className="flex flex-wrap justify-between gap-x-6 text-xs text-muted">
          <span className="min-w-0 break-words">
            {file.name}, {codecWords(audio.codec)}, {formatClock(audio.seconds)}
          </span>
          {audio.damaged && <span>Damaged: what could be played was examined.</span>}
        </figcaption>
      </figure>
      {url && (
        // biome-ignore lint/a11y/useMediaCaption: anybody's audio; nobody has written down what it says
        <audio ref={player} src={url} controls className="w-full" aria-label="The checked audio" />
      )}
      {marks.map((mark, index) => (
        <FoundMarkCard
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks of a result never change
          key={index}
          mark={mark}
          onPlay={play}
        />
      ))}
      <div className="space-y-2 border-l-2 border-rule pl-3 text-sm text-muted">
        <p>{claimWords(metadata)}</p>
        {credentials && <p>{credentialWords(credentials)}</p>}
      </div>
    </section>
  )
}

/** The decoder's names of plain samples, such as pcm_s16le, are nobody's words. */
function codecWords(codec: string): string {
  return codec.startsWith('pcm_') ? 'uncompressed' : codec
}

/** Signed statements (C2PA), which nobody can write in another's name. */
function credentialWords({ state, title, generator }: ContentCredentials): string {
  if (state === 'ours') {
    return `Content credentials that we signed: “${title}”. The file has not been changed since.`
  }
  if (state === 'others') {
    return `Content credentials of somebody else (${generator ?? 'unnamed'}); we cannot vouch for them.`
  }
  return 'The file has content credentials that do not fit it: it was changed after they were signed, or they are damaged.'
}

/** The file's tags, which anybody can write, beside what its marks say. */
function claimWords({ agreement, ai_generated, licence_id }: FileClaims): string {
  if (agreement === 'agrees') return 'The file’s own tags name the same licence.'
  if (agreement === 'contradicts') {
    return `The file’s own tags name another licence (${licence_id}). Tags are easily changed: believe the watermark.`
  }
  if (agreement === 'unsupported') {
    return `The file’s own tags name a licence of ours (${licence_id}), but no watermark supports that. Tags are easily written.`
  }
  return ai_generated
    ? 'The file’s own tags say that it was made by AI, and name no licence of ours.'
    : 'The file’s own tags name no licence of ours.'
}
