/** Marked audio as it leaves the product. */
import { limitPeaks, type Pcm, peakLimitDbtp } from '../../packages/audio/index.ts'
import { type Embedded, type EmbedOptions, embed } from '../../packages/watermark/index.ts'

/** Marks a clip and holds its true peaks down, which the mark may have raised. */
export function markAsSold(pcm: Pcm, options: EmbedOptions): Embedded {
  const marked = embed(pcm, options)
  return { ...marked, pcm: limitPeaks(marked.pcm, peakLimitDbtp) }
}
