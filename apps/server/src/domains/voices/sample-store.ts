import type { Insertable } from 'kysely'
import type { VoiceSamples } from '../../generated/database.ts'
import type { Tx } from '../../kit/db.ts'

export async function insertSamples(tx: Tx, rows: Insertable<VoiceSamples>[]): Promise<void> {
  await tx.insertInto('voice_samples').values(rows).execute()
}
