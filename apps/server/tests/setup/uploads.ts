import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeWav, type Pcm } from '@viva-voce/audio'
import type { ErrorCode, Problem, VoiceQualityReport } from '@viva-voce/contract'
import { findCatalogueVoice, speakWhole } from '@viva-voce/speech'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { storedFiles } from './objects.ts'
import { signUp, type TestPerson } from './people.ts'
import { expectProblem } from './problems.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export const adminEmail = 'ada@operator.example'
/** Over ten seconds when spoken. */
export const readText = [
  'The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background.',
  'It is easy to tell the depth of a well. These days a chicken leg is a rare dish.',
  'Rice is often served in round bowls. The juice of lemons makes fine punch.',
].join(' ')

/** A person who is registered as a talent. */
export type Talent = TestPerson & { talentId: string }

export interface Sender {
  by?: Talent
  to?: string
  headers?: Record<string, string>
}

export interface Uploaded {
  voice_id: string
  file_count: number
  quality: VoiceQualityReport
}

/** A server with two talents and a recording, and what tests of uploads do with them. */
export interface UploadBench {
  server: TestServer
  ida: Talent
  other: Talent
  /** Somebody speaks `readText`. */
  speech: Pcm
  wav: Uint8Array
  send(body: FormData | string, sender?: Sender): Promise<Response>
  /** Sends what must be refused, and checks that nothing of it is kept; gives the problem. */
  refused(body: FormData | string, code: ErrorCode, sender?: Sender): Promise<Problem>
  /** What there is of uploads: objects and rows. */
  kept(): Promise<{ files: string[]; voices: number; samples: number }>
  /** What lies in the folder for temporary files. */
  filesOnTheWay(): string[]
}

/** Sets the bench up for a test file; after each test nothing may be left on the way. */
export function useUploadBench(): UploadBench {
  const bench = {} as UploadBench
  const temporary = mkdtempSync(join(tmpdir(), 'vv-uploads-test-'))
  bench.filesOnTheWay = () =>
    readdirSync(temporary).filter((name) => !name.startsWith('viva-voce-data-'))
  beforeAll(async () => {
    vi.stubEnv('TMPDIR', temporary)
    bench.server = await startTestServer({ ADMIN_EMAILS: adminEmail })
    bench.ida = await newTalent(bench.server)
    bench.other = await newTalent(bench.server)
    const { engine, engineVoice } = findCatalogueVoice('premium_en_us_001')!
    bench.speech = await speakWhole({ engine, voice: engineVoice, text: readText })
    bench.wav = encodeWav(bench.speech)
  })
  afterEach(() => expect(bench.filesOnTheWay()).toEqual([]))
  afterAll(async () => {
    await bench.server.close()
    vi.unstubAllEnvs()
    rmSync(temporary, { recursive: true })
  })
  bench.send = (body, sender) => send(bench, body, sender)
  bench.kept = () => kept(bench.server)
  bench.refused = async (body, code, sender) => {
    const before = await bench.kept()
    const problem = await expectProblem(await bench.send(body, sender), code)
    expect(await bench.kept()).toEqual(before)
    expect(bench.filesOnTheWay()).toEqual([])
    return problem
  }
  return bench
}

/** Signs somebody up and registers them as a talent. */
export async function newTalent(server: TestServer): Promise<Talent> {
  const person = await signUp(server, 'talent')
  const body = JSON.stringify({ name: 'Ida Stimme', email: 'ida@example.com' })
  const answer = await person.fetch('/v1/talent/register', { method: 'POST', body })
  const { talent_id } = (await answer.json()) as { talent_id: string }
  return { ...person, talentId: talent_id }
}

async function send(
  { server, ida }: UploadBench,
  body: FormData | string,
  { by = ida, to, headers = {} }: Sender = {},
): Promise<Response> {
  const answer = await fetch(`${server.url}/v1/talent/${to ?? by.talentId}/upload`, {
    method: 'POST',
    headers: { cookie: by.cookie, 'x-csrf-token': by.csrf, ...headers },
    body,
  })
  return new Response(await answer.arrayBuffer(), answer)
}

async function kept(server: TestServer) {
  const { db } = server.ctx
  const voices = await db.selectFrom('voices').select('id').where('tier', '=', 'custom').execute()
  const samples = await db.selectFrom('voice_samples').select('id').execute()
  return { files: storedFiles(server.dataDir), voices: voices.length, samples: samples.length }
}

/** The form of an upload. */
export function form(
  files: Record<string, Uint8Array> | [string, Uint8Array][],
  fields: Record<string, string> = {},
): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries({ voice_name: 'My voice', ...fields })) {
    data.append(name, value)
  }
  for (const [name, bytes] of Array.isArray(files) ? files : Object.entries(files)) {
    data.append('files', new Blob([Buffer.from(bytes)]), name)
  }
  return data
}

/** The answer of an upload that must be taken. */
export async function accepted(answer: Response): Promise<Uploaded> {
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return JSON.parse(text) as Uploaded
}

export function samplesOf(server: TestServer, voiceId: string) {
  return server.ctx.db
    .selectFrom('voice_samples')
    .selectAll()
    .where('voice_id', '=', voiceId)
    .orderBy('position')
    .execute()
}
