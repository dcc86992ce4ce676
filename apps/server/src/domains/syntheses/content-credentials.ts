import { productName } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import type { Spoken } from '../../work/tasks.ts'
import type { Begun } from './begin.ts'

/** Names our watermark in a manifest's soft binding. */
export const watermarkAlgorithm = 'com.vivavoce.watermark'

/**
 * The audio with a signed C2PA manifest: made by a machine, by which kind of voice, under which licence, and which
 * watermark leads back to it. Formats that cannot carry one, and streams, which are sent before their hash is known,
 * stay as they are; they have watermark and tags.
 */
export async function withContentCredentials(
  ctx: Context,
  begun: Extract<Begun, { kind: 'begun' }>,
  format: string,
  { audio, digitalSourceType }: Spoken,
): Promise<Uint8Array> {
  if (format !== 'wav' && format !== 'mp3') return audio
  const { synthesisId, licenceId, usage, voice } = begun
  return ctx.provenance.sign(audio, {
    format,
    instanceId: synthesisId,
    title: `Synthetic speech ${synthesisId}`,
    description: `AI-generated speech of the voice ${voice.id} under licence ${licenceId} for ${usage}.`,
    generator: productName,
    digitalSourceType,
    watermark: { algorithm: watermarkAlgorithm, payload: begun.number },
  })
}
