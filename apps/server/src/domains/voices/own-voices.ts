import {
  type AnswerOf,
  type BodyOf,
  nextVoiceState,
  type routes,
  type VoiceEvent,
  type VoiceState,
} from '@viva-voce/contract'
import type { Selectable, Updateable } from 'kysely'
import type { Context } from '../../context.ts'
import type { Voices } from '../../generated/database.ts'
import type { Viewer } from '../../http/viewer.ts'
import { ApiError, notFound } from '../../kit/api-error.ts'
import { type Db, inTransaction, type Tx } from '../../kit/db.ts'
import * as store from './voice-store.ts'
import { readVoice } from './voices.ts'

/** A voice of a talent, not of the platform. */
export type OwnVoice = Selectable<Voices> & { talent_id: string }

/** A talent's voice for the talent or an administrator; for anybody else there is none (404). */
export async function ownVoice(db: Db, viewer: Viewer, voiceId: string): Promise<OwnVoice> {
  return ownedBy(viewer, await store.findVoice(db, voiceId))
}

/** As `ownVoice`; nobody else changes it until the transaction ends. */
export async function lockOwnVoice(tx: Tx, viewer: Viewer, voiceId: string): Promise<OwnVoice> {
  return ownedBy(viewer, await store.lockVoice(tx, voiceId))
}

function ownedBy(viewer: Viewer, row: Selectable<Voices> | undefined): OwnVoice {
  const talentId = row?.talent_id
  if (!row || !talentId || (viewer.role !== 'admin' && viewer.talentId !== talentId)) {
    throw notFound('voice')
  }
  return { ...row, talent_id: talentId }
}

/** A voice that the worker is training, as it stays until the transaction ends; null when it is not any more. */
export async function lockTrainingVoice(tx: Tx, voiceId: string): Promise<OwnVoice | null> {
  const row = await store.lockVoice(tx, voiceId)
  const isTraining = row?.state === 'training' && row.talent_id !== null
  return isTraining ? { ...row, talent_id: row.talent_id! } : null
}

/** Moves a locked voice by an event of the contract's table. Throws 409 where the table does not allow it. */
export async function moveVoice(
  tx: Tx,
  voice: Pick<OwnVoice, 'id' | 'state'>,
  event: VoiceEvent,
  change: Updateable<Voices> = {},
): Promise<VoiceState> {
  const state = stateAfter(voice, event)
  await store.update(tx, voice.id, { ...change, state })
  return state
}

/** The state that an event leads to; throws 409 where the table does not allow it. */
export function stateAfter(voice: Pick<OwnVoice, 'state'>, event: VoiceEvent): VoiceState {
  const state = nextVoiceState(voice.state as VoiceState, event)
  if (!state) throw new ApiError('conflict', `The voice is ${voice.state}. ${insteadOf[event]}`)
  return state
}

const nothingElse = 'Nothing was changed.'
const insteadOf: Readonly<Record<VoiceEvent, string>> = {
  add: 'Recordings can be added before its training and after one that failed.',
  train: 'It cannot be trained now; make another voice by an upload.',
  cancel: 'It is not being trained.',
  succeed: nothingElse,
  fail: nothingElse,
  withdraw: nothingElse,
}

/** Sets the price or withdraws, all in one transaction. Throws 404, and 409 for a voice that is withdrawn. */
export async function changeVoice(
  ctx: Context,
  viewer: Viewer,
  voiceId: string,
  change: BodyOf<typeof routes.updateVoice>,
): Promise<AnswerOf<typeof routes.updateVoice>> {
  await inTransaction(ctx.db, async (tx) => {
    const voice = await lockOwnVoice(tx, viewer, voiceId)
    const { price_per_second_eur: eur, status } = change
    if (voice.state === 'withdrawn') {
      throw new ApiError('conflict', 'The voice is withdrawn. That is for good.')
    }
    if (eur !== undefined) {
      await store.update(tx, voiceId, { price_per_second_micros: BigInt(Math.round(eur * 1e6)) })
    }
    if (status) await moveVoice(tx, voice, 'withdraw')
  })
  ctx.logger.info({ voiceId, ...change }, 'voice changed by its talent')
  return readVoice(ctx, viewer, voiceId)
}
