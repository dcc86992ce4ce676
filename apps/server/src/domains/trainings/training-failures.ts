/** Why trainings fail, in words that the talent can act on. */
import type { TrainingFailure } from '@viva-voce/contract'
import type { TrainingRefusal } from '../voices/training-gate.ts'

const sameRecordings = 'Nothing is wrong with your recordings: please start the training again.'

export const interruptedTooOften: TrainingFailure = {
  code: 'internal',
  message: 'Something went wrong on our side, several times.',
  advice: [sameRecordings],
}

export const consentRevoked: TrainingFailure = {
  code: 'consent_revoked',
  message: 'Consent was withdrawn, so the training was ended.',
  advice: ['To train this voice, give consent again and start the training.'],
}

export const noSpeech: TrainingFailure = {
  code: 'no_speech',
  message: 'There is too little speech in the recordings to learn a voice from.',
  advice: ['Please record more: a minute or more of clear speech, in a quiet room.'],
}

export function recordingsRefused(refusals: readonly TrainingRefusal[]): TrainingFailure {
  const [first, ...rest] = refusals.map(({ message }) => message)
  return { code: 'recordings_refused', message: first!, advice: rest }
}

export function notLikeTalent(advice: string[]): TrainingFailure {
  return {
    code: 'not_like_talent',
    message: 'The trained voice came out no closer to you than the voice that it is made from.',
    advice,
  }
}
