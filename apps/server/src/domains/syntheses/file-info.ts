import type { WavInfo } from '@viva-voce/audio'
import { productName } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import type { Begun } from './begin.ts'

/** What a file says of itself: made by AI, with which voice, under which licence, and where to check it. */
export function fileInfo(ctx: Context, begun: Extract<Begun, { kind: 'begun' }>): WavInfo {
  const { voice, usage, synthesisId, licenceId } = begun
  return {
    title: `Synthetic speech ${synthesisId}`,
    artist: `${voice.name} (${voice.id}), a synthetic voice`,
    comment: `AI-generated speech. Licence ${licenceId} for ${usage}. Check it at ${ctx.config.webUrl}.`,
    copyright: `Licensed by ${productName}, licence ${licenceId}`,
    software: productName,
    created: ctx.clock.now().toISOString().slice(0, 19),
    source: synthesisId,
    link: `${ctx.config.webUrl}/verify`,
    keywords: 'AI-generated; synthetic voice; watermarked',
  }
}
