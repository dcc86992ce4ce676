import { randomBytes } from 'node:crypto'
import type { VoiceState } from '@viva-voce/contract'
import type { TestPerson } from './people.ts'
import type { TestServer } from './test-server.ts'

// Rows in states that a call would only reach by a detour.

/** Makes a signed-up person a talent with a consent. */
export async function insertTalent(
  server: Pick<TestServer, 'ctx'>,
  person: TestPerson,
  consent: 'none' | 'granted' | 'revoked',
): Promise<string> {
  const { ctx } = server
  const id = ctx.ids.next('tal')
  await ctx.db
    .insertInto('talents')
    .values({
      id,
      user_id: person.userId,
      name: 'A talent',
      email: 'talent@example.com',
      consent,
      created_at: ctx.clock.now(),
    })
    .execute()
  return id
}

/** A voice in any state; no engine speaks it. */
export async function insertVoice(
  server: Pick<TestServer, 'ctx'>,
  state: VoiceState,
  talentId: string | null = null,
): Promise<string> {
  const id = `voice_${randomBytes(6).toString('hex')}`
  await server.ctx.db
    .insertInto('voices')
    .values({
      id,
      talent_id: talentId,
      name: 'A voice',
      locale: 'en-US',
      tier: 'custom',
      category: 'general',
      description: '',
      made_by: 'nobody',
      engine: 'none',
      engine_voice: 'none',
      state,
      created_at: server.ctx.clock.now(),
    })
    .execute()
  return id
}
