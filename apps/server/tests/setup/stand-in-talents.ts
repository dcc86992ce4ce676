import { concatenate, encodeWav, type Pcm } from '@viva-voce/audio'
import type { TalentVoice, VoiceState } from '@viva-voce/contract'
import { flite, readingScript } from '@viva-voce/speech'
import { expect } from 'vitest'
import type { TestServer } from './test-server.ts'
import { accepted, form, newTalent, type Talent } from './uploads.ts'
import { waitFor } from './wait.ts'

const script = readingScript('en-US')!

/** The fewest sentences of the script that train, with one to measure on. */
export const sentenceCount = 6

/**
 * The voice of a machine that plays a talent; `rms` and `awb` are also base voices, so nothing can come closer to them.
 * Two talents of a server have different ones, or the second is taken for a thief of voices.
 */
export type StandIn = 'kal16' | 'rms' | 'awb'

/** Raised, so that it is far in pitch from every base. */
const pitchSemitones: Readonly<Record<StandIn, number>> = { kal16: 4, rms: 0, awb: 0 }

/** What a stand-in says, as the engine makes it. */
export async function spokenBy(voice: StandIn, text: string): Promise<Pcm> {
  const units: Pcm[] = []
  for await (const { pcm } of flite.speak({
    text,
    voice,
    speed: 1,
    pitchSemitones: pitchSemitones[voice],
  }))
    units.push(pcm)
  return concatenate(units)
}

const readings = new Map<StandIn, Promise<Record<string, Uint8Array>>>()

/** The first sentences of the script, a file each, named by their numbers. */
export function readingsOf(voice: StandIn): Promise<Record<string, Uint8Array>> {
  const reading = readings.get(voice) ?? readScript(voice)
  readings.set(voice, reading)
  return reading
}

async function readScript(voice: StandIn): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {}
  for (const [index, text] of script.slice(0, sentenceCount).entries()) {
    files[`0${index + 1}.wav`] = encodeWav(await spokenBy(voice, text))
  }
  return files
}

/** A talent who has given consent through the door. */
export async function consentingTalent(server: Pick<TestServer, 'ctx' | 'url'>): Promise<Talent> {
  const talent = await newTalent(server as TestServer)
  await consent(talent, 'grant')
  return talent
}

export async function consent(talent: Talent, change: 'grant' | 'revoke'): Promise<void> {
  const answer = await talent.fetch(`/v1/talent/${talent.talentId}/consent/${change}`, {
    method: 'POST',
    body: '{}',
  })
  expect(answer.status).toBe(200)
}

/** Uploads files as a new voice, or to one; gives its id. */
export async function uploadVoice(
  server: Pick<TestServer, 'url'>,
  talent: Talent,
  files: Record<string, Uint8Array>,
  fields: Record<string, string> = {},
): Promise<string> {
  const answer = await upload(server, talent, files, fields)
  return (await accepted(answer)).voice_id
}

export async function upload(
  server: Pick<TestServer, 'url'>,
  talent: Talent,
  files: Record<string, Uint8Array>,
  fields: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(`${server.url}/v1/talent/${talent.talentId}/upload`, {
    method: 'POST',
    headers: { cookie: talent.cookie, 'x-csrf-token': talent.csrf },
    body: form(files, fields),
  })
  return new Response(await answer.arrayBuffer(), answer)
}

/** POST /v1/voices/train. */
export function train(talent: Talent, voiceId: string): Promise<Response> {
  const body = JSON.stringify({ voice_id: voiceId })
  return talent.fetch('/v1/voices/train', { method: 'POST', body })
}

/** Starts a training that must be taken; gives the task's id. */
export async function startTraining(talent: Talent, voiceId: string): Promise<string> {
  const answer = await train(talent, voiceId)
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  const task = JSON.parse(text) as { task_id: string; voice_id: string; status: string }
  expect(task).toMatchObject({ voice_id: voiceId, status: 'training' })
  return task.task_id
}

/** A voice as its talent sees it in the list. */
export async function voiceIn(talent: Talent, voiceId: string): Promise<TalentVoice> {
  const answer = await talent.fetch(`/v1/talent/${talent.talentId}/voices`)
  const { voices } = (await answer.json()) as { voices: TalentVoice[] }
  return voices.find((voice) => voice.voice_id === voiceId)!
}

/** Waits until a voice is in one of the states. */
export function untilVoice(
  talent: Talent,
  voiceId: string,
  ...states: VoiceState[]
): Promise<TalentVoice> {
  return waitFor(
    `${voiceId} to be ${states.join(' or ')}`,
    async () => {
      const voice = await voiceIn(talent, voiceId)
      return states.includes(voice.status) ? voice : null
    },
    240_000,
    50,
  )
}
