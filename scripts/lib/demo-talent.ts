/** The demo's talent: consents, uploads recordings, trains a voice from them and sets its price. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { concatenate, encodeWav, type Pcm } from '@viva-voce/audio'
import { flite, readingScript } from '@viva-voce/speech'
import type { Context } from '../../apps/server/src/context.ts'
import type { Person } from '../../apps/server/src/domains/identity/people.ts'
import { changeConsent } from '../../apps/server/src/domains/talents/consent.ts'
import { register } from '../../apps/server/src/domains/talents/talents.ts'
import { requestTraining } from '../../apps/server/src/domains/trainings/trainings.ts'
import { changeVoice } from '../../apps/server/src/domains/voices/change-voice.ts'
import { keepRecordings } from '../../apps/server/src/domains/voices/uploads.ts'
import type { ReceivedFile } from '../../apps/server/src/http/receive-files.ts'
import type { Viewer } from '../../apps/server/src/http/viewer.ts'
import { inTransaction } from '../../apps/server/src/kit/db.ts'

/** The fewest sentences of the script that train well, so that the first start stays short. */
const sentences = 8
const trainingTimeoutMs = 240_000
const pricePerSecondEur = 0.015

/** Gives the id of a voice that will be ready to be sold once it is trained. */
export async function trainDemoVoice(ctx: Context, person: Person): Promise<string> {
  const talentId = await inTransaction(ctx.db, (tx) =>
    register(ctx, tx, { userId: person.id, name: 'Tessa Talent', email: person.email }),
  )
  const viewer: Viewer = {
    userId: person.id,
    email: person.email,
    name: 'Tessa Talent',
    role: 'talent',
    talentId,
    developerId: null,
    via: { kind: 'session', sessionId: 'seed', csrfToken: '' },
  }
  await inTransaction(ctx.db, (tx) =>
    changeConsent(ctx, tx, { talentId, consent: 'granted', actor: viewer, ip: '127.0.0.1' }),
  )
  const voiceId = await upload(ctx, { viewer, talentId })
  await changeVoice(ctx, viewer, voiceId, { price_per_second_eur: pricePerSecondEur })
  await requestTraining(ctx, viewer, voiceId)
  return voiceId
}

async function upload(ctx: Context, owner: { viewer: Viewer; talentId: string }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'viva-voce-demo-talent-'))
  try {
    const files = await readScript(folder)
    const fields = { voice_name: 'Tessa, at ease', locale: 'en-US', category: 'narration' }
    const { voice_id } = await keepRecordings(ctx, owner, { fields, files })
    return voice_id
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** No person lends the demo a voice: a machine reads the script in her place. */
async function readScript(folder: string): Promise<ReceivedFile[]> {
  const files: ReceivedFile[] = []
  for (const [index, text] of readingScript('en-US')!.slice(0, sentences).entries()) {
    const name = `${String(index + 1).padStart(2, '0')}.wav`
    const wav = encodeWav(await spoken(text))
    const path = join(folder, name)
    await writeFile(path, wav)
    const sha256 = createHash('sha256').update(wav).digest()
    files.push({ name, extension: '.wav', path, bytes: wav.length, sha256 })
  }
  return files
}

/**
 * A voice that is nobody else's here: a man's machine voice, raised, and played faster, which shortens the throat
 * that one hears. It is a stand-in of its own, so that whoever tries the product with one of the machine voices is
 * not taken for a thief of hers.
 */
const standIn = { voice: 'rms', pitchSemitones: 4, speedUp: 1.16 }

async function spoken(text: string): Promise<Pcm> {
  const { voice, pitchSemitones, speedUp } = standIn
  const units: Pcm[] = []
  const slowly = { text, voice, pitchSemitones, speed: 1 / speedUp }
  for await (const { pcm } of flite.speak(slowly)) units.push(pcm)
  const pcm = concatenate(units)
  return { ...pcm, sampleRateHz: Math.round(pcm.sampleRateHz * speedUp) }
}

/** Waits until a voice can be sold; throws when its training failed. */
export async function untilTrained(ctx: Context, voiceId: string): Promise<void> {
  const deadlineMs = performance.now() + trainingTimeoutMs
  for (;;) {
    const { state, failure } = await ctx.db
      .selectFrom('voices')
      .select(['state', 'failure'])
      .where('id', '=', voiceId)
      .executeTakeFirstOrThrow()
    if (state === 'ready') return
    if (state === 'failed') throw new Error(`the demo voice failed: ${JSON.stringify(failure)}`)
    if (performance.now() > deadlineMs) throw new Error('the demo voice was not trained in time')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
