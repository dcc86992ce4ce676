import { type Insertable, type Selectable, sql } from 'kysely'
import type { Trainings } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'
import { deadAfterSeconds } from '../../kit/heartbeat.ts'

export type TrainingRow = Selectable<Trainings>
/** A training that this process holds, and whose voice it is. */
export type HeldTraining = TrainingRow & { talent_id: string }

const open = ['queued', 'running']

export async function insertTraining(tx: Tx, row: Insertable<Trainings>): Promise<void> {
  await tx.insertInto('trainings').values(row).execute()
}

/** The training of a voice that has not ended. */
export function openTraining(db: Db, voiceId: string): Promise<TrainingRow | undefined> {
  return db
    .selectFrom('trainings')
    .selectAll()
    .where('voice_id', '=', voiceId)
    .where('state', 'in', open)
    .executeTakeFirst()
}

/**
 * Takes the oldest training that waits, or whose process has not reported for too long, which counts as an
 * interruption. Two processes never take the same one.
 */
export async function claim(
  db: Db,
  processId: string,
  at: Date,
): Promise<HeldTraining | undefined> {
  const { rows } = await sql<HeldTraining>`
    update trainings set state = 'running', process_id = ${processId}, runs = runs + 1,
      interruptions = interruptions + case when state = 'running' then 1 else 0 end,
      has_checkpoints = true, started_at = coalesce(started_at, ${at})
    where id = (
      select id from trainings where state = 'queued' or (state = 'running' and not exists (
        select 1 from processes where processes.id = process_id
          and heartbeat_at > now() - make_interval(secs => ${deadAfterSeconds})))
      order by created_at limit 1 for update skip locked)
    returning *, (select talent_id from voices where voices.id = voice_id)`.execute(db)
  return rows[0]
}

/** The state of the voice and the talent's consent for a training that the process still holds. */
export function standing(db: Db, { id, process_id }: TrainingRow) {
  return db
    .selectFrom('trainings')
    .innerJoin('voices', 'voices.id', 'trainings.voice_id')
    .innerJoin('talents', 'talents.id', 'voices.talent_id')
    .select(['voices.state', 'talents.consent'])
    .where('trainings.id', '=', id)
    .where('trainings.process_id', '=', process_id)
    .executeTakeFirst()
}

/** The training as it is now, locked, if its process still holds it. */
export function heldTraining(
  tx: Tx,
  { id, process_id }: TrainingRow,
): Promise<TrainingRow | undefined> {
  return tx
    .selectFrom('trainings')
    .selectAll()
    .where('id', '=', id)
    .where('process_id', '=', process_id)
    .forUpdate()
    .executeTakeFirst()
}

/** Writes down that a stage's outcome is kept; false when the process does not hold the training any more. */
export async function addStage(
  db: Db,
  { id, process_id, runs }: TrainingRow,
  stage: string,
  base: string,
): Promise<boolean> {
  const entry = JSON.stringify([{ stage, run: runs }])
  const result = await db
    .updateTable('trainings')
    .set({ stages: sql`stages || ${entry}::jsonb`, base_voice: base })
    .where('id', '=', id)
    .where('process_id', '=', process_id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Puts a training of this process back for the next one; `interrupted` counts as a fault. */
export async function putBack(
  db: Db,
  { id, process_id }: TrainingRow,
  interrupted: boolean,
): Promise<void> {
  await db
    .updateTable('trainings')
    .set({
      state: 'queued',
      process_id: null,
      interruptions: sql`interruptions + ${interrupted ? 1 : 0}`,
    })
    .where('id', '=', id)
    .where('process_id', '=', process_id)
    .execute()
}

/** Ends a training that has not ended. */
export async function end(
  tx: Tx,
  id: string,
  outcome: {
    state: 'succeeded' | 'failed' | 'cancelled'
    at: Date
    dossier?: object
  },
): Promise<void> {
  let query = tx
    .updateTable('trainings')
    .set({ state: outcome.state, process_id: null, ended_at: outcome.at })
    .where('id', '=', id)
    .where('state', 'in', open)
  if (outcome.dossier) query = query.set({ dossier: JSON.stringify(outcome.dossier) })
  await query.execute()
}

/** Trainings that have ended and may have left checkpoints in the object store. */
export function leftOver(db: Db): Promise<Pick<TrainingRow, 'id' | 'voice_id'>[]> {
  return db
    .selectFrom('trainings')
    .select(['id', 'voice_id'])
    .where('has_checkpoints', '=', true)
    .where('state', 'not in', open)
    .limit(20)
    .execute()
}

export async function forgetCheckpoints(db: Db, id: string): Promise<void> {
  await db
    .updateTable('trainings')
    .set({ has_checkpoints: false })
    .where('id', '=', id)
    .where('state', 'not in', open)
    .execute()
}

/** The dossier of a voice's last training that got so far as to have one. */
export async function latestDossier(db: Db, voiceId: string): Promise<unknown> {
  const row = await db
    .selectFrom('trainings')
    .select('dossier')
    .where('voice_id', '=', voiceId)
    .where('dossier', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.dossier
}
