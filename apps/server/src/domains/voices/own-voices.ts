import { nextVoiceState, type VoiceEvent, type VoiceState } from '@viva-voce/contract'
import type { Selectable, Updateable } from 'kysely'
import type { Voices } from '../../generated/database.ts'
import type { Viewer } from '../../http/viewer.ts'
import { ApiError, notFound } from '../../kit/api-error.ts'
import type { Db, Tx } from '../../kit/db.ts'
import * as store from './voice-store.ts'

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
  remove: 'Recordings can be deleted before its training and after one that failed.',
  train: 'It cannot be trained now; make another voice by an upload.',
  cancel: 'It is not being trained.',
  succeed: nothingElse,
  fail: nothingElse,
  withdraw: nothingElse,
}
