import { z } from 'zod'

export const voiceState = z.enum(['uploaded', 'training', 'ready', 'failed', 'withdrawn'])
export type VoiceState = z.infer<typeof voiceState>

/**
 * Everything that can happen to a custom voice, and where it leads. What is not listed is not allowed.
 * `add`, `remove`: the talent uploads more recordings or deletes one. A ready voice is never trained again: what developers have bought
 * from does not change under them.
 */
export const voiceTransitions = {
  uploaded: { add: 'uploaded', remove: 'uploaded', train: 'training', withdraw: 'withdrawn' },
  training: { succeed: 'ready', fail: 'failed', cancel: 'uploaded', withdraw: 'withdrawn' },
  ready: { withdraw: 'withdrawn' },
  failed: { add: 'uploaded', remove: 'uploaded', train: 'training', withdraw: 'withdrawn' },
  withdrawn: {},
} as const satisfies Record<VoiceState, Partial<Record<string, VoiceState>>>

type Keys<T> = T extends unknown ? keyof T : never
export type VoiceEvent = Keys<(typeof voiceTransitions)[VoiceState]>

/** The state that an event leads to, or null where it is not allowed. */
export function nextVoiceState(state: VoiceState, event: VoiceEvent): VoiceState | null {
  return (voiceTransitions[state] as Partial<Record<VoiceEvent, VoiceState>>)[event] ?? null
}

/**
 * Why a training failed. `recordings_refused`: a check of the recordings; `no_speech`: training found too little
 * in them; `not_like_talent`: what came out is no nearer to the talent than the voice it was made from;
 * `consent_revoked`: consent was withdrawn meanwhile; `internal`: a fault of ours, several times.
 */
export const trainingFailureCode = z.enum([
  'recordings_refused',
  'no_speech',
  'not_like_talent',
  'consent_revoked',
  'internal',
])

export const trainingFailure = z.object({
  code: trainingFailureCode,
  /** What has happened, in a sentence. */
  message: z.string(),
  /** What the talent can do, a sentence each. */
  advice: z.array(z.string()),
})
export type TrainingFailure = z.infer<typeof trainingFailure>

/** True when training the same recordings again cannot end in another way: only more or other ones help. */
export function needsOtherRecordings({ code }: TrainingFailure): boolean {
  return code !== 'consent_revoked' && code !== 'internal'
}

/** True when a voice may be trained as it is. */
export function canTrain(voice: { state: VoiceState; failure: TrainingFailure | null }): boolean {
  const allowed = nextVoiceState(voice.state, 'train') !== null
  return allowed && !(voice.failure && needsOtherRecordings(voice.failure))
}
