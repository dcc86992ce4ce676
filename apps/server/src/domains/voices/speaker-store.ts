import type { SpeakerEmbedding } from '@viva-voce/forensics'
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import type { SampleRow } from './sample-store.ts'

/** What speaks for a voice now: a talent's model, or an engine. */
const speakerOfRow = sql<string>`coalesce(voices.clone_key, voices.model_key, voices.made_by)`

/** A voice's embedding under this model, if what spoke has not changed since. */
export async function findSpeaker(
  db: Db,
  voiceId: string,
  version: number,
): Promise<SpeakerEmbedding | null> {
  const row = await db
    .selectFrom('voice_speakers')
    .innerJoin('voices', 'voices.id', 'voice_speakers.voice_id')
    .select(['embedding', 'seconds'])
    .where('voice_id', '=', voiceId)
    .where('model_version', '=', version)
    .where('spoken_by', '=', speakerOfRow)
    .executeTakeFirst()
  return row ? { version, values: floatsOf(row.embedding), seconds: row.seconds } : null
}

export async function saveSpeaker(
  db: Db,
  voiceId: string,
  speaker: SpeakerEmbedding,
  facts: { spokenBy: string; at: Date },
): Promise<void> {
  const row = {
    model_version: speaker.version,
    embedding: bytesOf(speaker.values),
    seconds: speaker.seconds,
    spoken_by: facts.spokenBy,
    created_at: facts.at,
  }
  await db
    .insertInto('voice_speakers')
    .values({ voice_id: voiceId, ...row })
    .onConflict((conflict) => conflict.column('voice_id').doUpdateSet(row))
    .execute()
}

/** What other ready voices sound like when they speak, those of the same talent left out. */
export async function speakersOfOthers(
  db: Db,
  voice: { voiceId: string; talentId: string | null },
  version: number,
): Promise<{ voiceId: string; speaker: SpeakerEmbedding }[]> {
  const rows = await db
    .selectFrom('voice_speakers')
    .innerJoin('voices', 'voices.id', 'voice_speakers.voice_id')
    .select(['voice_id', 'embedding', 'seconds'])
    .where('voice_id', '<>', voice.voiceId)
    .where((eb) =>
      eb.or([
        eb('voices.talent_id', 'is', null),
        eb('voices.talent_id', 'is distinct from', voice.talentId),
      ]),
    )
    .where('voices.state', '=', 'ready')
    .where('model_version', '=', version)
    .orderBy('voice_id')
    .execute()
  return rows.map(({ voice_id, embedding, seconds }) => ({
    voiceId: voice_id,
    speaker: { version, values: floatsOf(embedding), seconds },
  }))
}

/** Who is heard in each recording of other talents' voices that are in training or ready. */
export async function recordedByOthers(
  db: Db,
  talentId: string,
  version: number,
): Promise<{ voiceId: string; speaker: SpeakerEmbedding }[]> {
  const rows = await db
    .selectFrom('voice_samples')
    .innerJoin('voices', 'voices.id', 'voice_samples.voice_id')
    .select(['voice_id', 'speaker_embedding', 'speaker_seconds'])
    .where('voices.talent_id', '<>', talentId)
    .where('voices.state', 'in', ['training', 'ready'])
    .where('speaker_version', '=', version)
    .orderBy('voice_id')
    .execute()
  return rows.map(({ voice_id, speaker_embedding, speaker_seconds }) => ({
    voiceId: voice_id,
    speaker: { version, values: floatsOf(speaker_embedding!), seconds: speaker_seconds! },
  }))
}

/** Who is heard in a recording; null if this model has not heard it. */
export function speakerIn(sample: SampleRow, version: number): SpeakerEmbedding | null {
  const { speaker_version, speaker_embedding, speaker_seconds } = sample
  if (speaker_version !== version) return null
  return { version, values: floatsOf(speaker_embedding!), seconds: speaker_seconds! }
}

/** Catalogue voices in sale that this model has not heard yet. */
export async function unheardVoices(db: Db, version: number): Promise<string[]> {
  const rows = await db
    .selectFrom('voices')
    .leftJoin('voice_speakers', (join) =>
      join
        .onRef('voice_speakers.voice_id', '=', 'voices.id')
        .on('spoken_by', '=', speakerOfRow)
        .on('model_version', '=', version),
    )
    .select('voices.id')
    .where('voices.talent_id', 'is', null)
    .where('voices.state', '=', 'ready')
    .where('voice_speakers.voice_id', 'is', null)
    .orderBy('voices.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Little-endian 32-bit floats. */
export function bytesOf(values: Float32Array): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [i, value] of values.entries()) bytes.writeFloatLE(value, 4 * i)
  return bytes
}

function floatsOf(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i))
}
