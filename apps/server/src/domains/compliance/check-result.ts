import type {
  AudioCheckResult,
  ContentCredentials,
  FileClaims,
  FoundMark,
  Verdict,
} from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import type { Examined, Mark, Tags } from '../../work/detection-protocol.ts'
import { previewPayload } from '../../work/tasks.ts'
import { type CardOfSynthesis, licenceCards } from '../licences/licence-cards.ts'

/** Signs of a mark that chance gives less often than this are told, though the mark cannot be read. */
const presenceLimit = 1e-4
/** In less sound than this a mark may well be lost. */
const leastSoundSeconds = 0.5

/** What was found in a file, with the licences that it belongs to. */
export async function resultOf(
  ctx: Context,
  examined: Examined,
  credentials: ContentCredentials | null,
): Promise<AudioCheckResult> {
  const numbers = examined.marks.map(({ payload }) => payload)
  const cards = await licenceCards(ctx, numbers)
  const marks = examined.marks.map((mark) => foundMark(mark, cards.get(mark.payload)))
  const verdict = verdictOf(examined)
  return {
    verdict,
    explanation: explain(verdict, examined, marks),
    marks,
    metadata: claimsOf(examined.tags, marks),
    content_credentials: credentials,
    audio: {
      container: examined.container,
      codec: examined.codec,
      channels: examined.channels,
      sample_rate_hz: examined.sampleRateHz,
      seconds: examined.seconds,
      damaged: examined.damaged,
      peaks: examined.peaks,
    },
  }
}

function foundMark(mark: Mark, card: CardOfSynthesis | undefined): FoundMark {
  return {
    synthesis_id: card?.synthesisId ?? null,
    is_public_sample: mark.payload === previewPayload,
    spans: mark.spans.map(({ startSeconds, endSeconds }) => ({
      start_seconds: startSeconds,
      end_seconds: endSeconds,
    })),
    false_claim_probability: mark.falseClaimProbability,
    method: mark.method,
    licence: card?.card ?? null,
  }
}

function verdictOf({ marks, presenceProbability, soundSeconds }: Examined): Verdict {
  if (marks.length > 0) return 'marked'
  const cannotTell = presenceProbability <= presenceLimit || soundSeconds < leastSoundSeconds
  return cannotTell ? 'inconclusive' : 'not_marked'
}

function explain(verdict: Verdict, examined: Examined, marks: readonly FoundMark[]): string {
  if (verdict === 'not_marked') {
    return 'Our watermark is not in this audio. That is no proof that a person speaks, or that it was not made here: some changes remove a mark.'
  }
  if (verdict === 'inconclusive') {
    return examined.soundSeconds < leastSoundSeconds
      ? 'There is too little sound in this file to tell.'
      : 'There are signs of our watermark, but it is too damaged to be read, so we cannot tell whose it is.'
  }
  const sold = marks.filter((mark) => !mark.is_public_sample)
  if (sold.length === 0) {
    return 'This audio is, or has in it, the public sample of one of our voices. It is there to be listened to; no licence allows any other use of it.'
  }
  if (sold.some(({ licence }) => licence === null)) {
    return 'Our watermark is in this audio, but we have no licence for a number that it carries.'
  }
  const revoked = sold.filter(({ licence }) => !licence!.valid).length
  const parts = sold.length === 1 ? 'This audio was' : `${sold.length} parts of this audio were`
  if (revoked === 0) {
    return `${parts} synthesised here, under ${sold.length === 1 ? 'a valid licence' : 'valid licences'}.`
  }
  return revoked === sold.length
    ? `${parts} synthesised here, but the licence was revoked.`
    : `${parts} synthesised here; ${revoked} of the licences were revoked.`
}

/** Tags against marks. A tag is easily written, so it never changes the verdict. */
function claimsOf(tags: Tags, marks: readonly FoundMark[]): FileClaims {
  const known = marks.flatMap(({ licence }) => licence?.licence_id ?? [])
  return {
    ai_generated: tags.aiGenerated,
    licence_id: tags.licenceId,
    synthesis_id: tags.synthesisId,
    agreement: agreementOf(tags.licenceId, known, marks.length),
  }
}

function agreementOf(
  claimed: string | null,
  known: readonly string[],
  markCount: number,
): FileClaims['agreement'] {
  if (claimed === null) return 'none'
  if (markCount === 0) return 'unsupported'
  return known.includes(claimed) ? 'agrees' : 'contradicts'
}
