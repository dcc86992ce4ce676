import type { Context } from '../../context.ts'
import { type TrainingStage, trainingStages } from '../../work/training-protocol.ts'
import * as store from './training-store.ts'

/** Which training; its checkpoints' keys follow from it, so that whoever cleans up after a crash knows them. */
export type TrainingName = Pick<store.TrainingRow, 'id' | 'voice_id'>

/** Where a stage's outcome is kept while the training lasts. */
export function checkpointKey({ id, voice_id }: TrainingName, stage: TrainingStage): string {
  return `voices/${voice_id}/training/${id}-${stage}`
}

/** Removes the checkpoints of a training that has ended. */
export async function removeCheckpoints(ctx: Context, training: TrainingName): Promise<void> {
  for (const stage of trainingStages) await ctx.objects.remove(checkpointKey(training, stage))
  await store.forgetCheckpoints(ctx.db, training.id)
}

/** Removes what a crash left between the end of a training and the removal of its checkpoints. */
export async function sweepCheckpoints(ctx: Context): Promise<void> {
  for (const training of await store.leftOver(ctx.db)) await removeCheckpoints(ctx, training)
}
