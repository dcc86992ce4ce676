import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type AudioCheck, type AudioCheckResult, audioCheck } from '@viva-voce/contract'
import { expect } from 'vitest'
import { synthesize } from './people.ts'
import type { TestServer } from './test-server.ts'
import { waitFor } from './wait.ts'

/** Sends a file to be checked, as anybody may. */
export async function sendAudio(
  server: Pick<TestServer, 'url'>,
  bytes: Uint8Array,
  { name = 'clip.wav', headers = {} as Record<string, string> } = {},
): Promise<Response> {
  const body = new FormData()
  body.append('file', new Blob([Buffer.from(bytes)]), name)
  const answer = await fetch(`${server.url}/v1/compliance/audio`, { method: 'POST', body, headers })
  return new Response(await answer.arrayBuffer(), answer)
}

/** What is found in a file, asked for again where the machine is slow. */
export async function resultOf(
  server: Pick<TestServer, 'url'>,
  bytes: Uint8Array,
  name?: string,
): Promise<AudioCheckResult> {
  const answer = await sendAudio(server, bytes, { name })
  expect([200, 202], await answer.clone().text()).toContain(answer.status)
  const check = await endOf(server, audioCheck.parse(await answer.json()))
  expect(check).toMatchObject({ state: 'done', progress: 1, error: null })
  return check.result!
}

/** A check when it is no longer running. */
export async function endOf(
  server: Pick<TestServer, 'url'>,
  check: AudioCheck,
): Promise<AudioCheck> {
  if (check.state !== 'running') return check
  const look = async () => {
    const answer = await fetch(`${server.url}/v1/compliance/audio/${check.id}`)
    const now = audioCheck.parse(await answer.json())
    return now.state === 'running' ? null : now
  }
  return waitFor('the end of the check', look, 60_000, 100)
}

/** A synthesis that was bought, and its file. */
export async function bought(server: TestServer, key: string, body: object) {
  const answer = await synthesize(server, key, body)
  expect(answer.status).toBe(200)
  const id = answer.headers.get('x-synthesis-id')!
  return { id, audio: new Uint8Array(await answer.arrayBuffer()) }
}

/** Uploads that lie in the server's folder. */
export function uploadsIn({ dataDir }: Pick<TestServer, 'dataDir'>): string[] {
  const folder = join(dataDir, 'checks')
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((process) => readdirSync(join(folder, process)))
}
