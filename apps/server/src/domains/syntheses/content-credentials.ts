import { fillPath, routes } from '@viva-voce/contract'
import { productName } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../kit/api-error.ts'
import type { Spoken } from '../../work/tasks.ts'
import { madeByConversion } from '../voices/custom-voice.ts'
import type { Begun } from './begin.ts'
import * as store from './synthesis-store.ts'

/** Names our watermark in a manifest's soft binding. */
export const watermarkAlgorithm = 'com.vivavoce.watermark'

/**
 * The audio with a signed C2PA manifest: made by a machine, by which kind of voice, under which licence, and which
 * watermark leads back to it. Formats that cannot carry one, and streams, which are sent before their hash is known,
 * stay as they are; for them it stands beside (`credentialsBeside`).
 */
export async function withContentCredentials(
  ctx: Context,
  begun: Extract<Begun, { kind: 'begun' }>,
  format: string,
  { audio, digitalSourceType }: Spoken,
): Promise<Uint8Array> {
  if (format !== 'wav' && format !== 'mp3') return audio
  const { synthesisId: id, licenceId, usage, voice, number } = begun
  const facts = { id, licenceId, usage, voiceId: voice.id, madeBy: voice.madeBy, number }
  return ctx.provenance.sign(audio, statementOf(facts, digitalSourceType))
}

/**
 * The same statement about the stored file of a synthesis, as a file to stand beside it. It is signed over the checksum that
 * was written when the synthesis was sold, so nobody can have another file signed by putting it in the store.
 * Throws 404 for what is not finished.
 */
export async function credentialsBeside(ctx: Context, synthesisId: string): Promise<Uint8Array> {
  const row = await store.findForCredentials(ctx.db, synthesisId)
  if (!row) throw notFound('synthesis')
  const { id, usage } = row
  const madeBy = row.is_fallback ? madeByConversion(row.base_voice!) : row.made_by
  const facts = { id, licenceId: row.licence_id, usage, voiceId: row.voice_id, madeBy }
  // What is no longer in the catalogue was an operator's model; a talent's voice is trained, too.
  const known = ctx.speech.catalogue().find(({ voice }) => voice.id === row.voice_id)
  const source = known?.voice.digitalSourceType ?? 'trainedAlgorithmicMedia'
  return ctx.provenance.signBeside(
    { sha256: row.audio_sha256!, mimeType: row.content_type },
    statementOf({ ...facts, number: Number(row.number) }, source),
  )
}

/** Where the manifest beside a synthesis is, as a header says it (RFC 8288; C2PA 2.1, section 11.4). */
export function linkToCredentials(
  { config }: Pick<Context, 'config'>,
  synthesisId: string,
): string {
  const { path } = routes.getContentCredentials
  const address = config.apiUrl + fillPath(path, { synthesis_id: synthesisId })
  return `<${address}>; rel="c2pa-manifest"`
}

interface Facts {
  id: string
  licenceId: string
  usage: string
  voiceId: string
  madeBy: string
  number: number
}

function statementOf(
  { id, licenceId, usage, voiceId, madeBy, number }: Facts,
  digitalSourceType: Spoken['digitalSourceType'],
) {
  return {
    instanceId: id,
    title: `Synthetic speech ${id}`,
    description: `AI-generated speech of the voice ${voiceId} under licence ${licenceId} for ${usage}. Made by: ${madeBy}`,
    generator: productName,
    digitalSourceType,
    watermark: { algorithm: watermarkAlgorithm, payload: number },
  }
}
