import type { ChoosableRole, Me, Provider, Role } from '@viva-voce/contract'
import type { Config } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { sessionOf, type Viewer } from '../../http/viewer.ts'
import { ApiError } from '../../kit/api-error.ts'
import type { Tx } from '../../kit/db.ts'
import { accountIdOf } from '../connect/accounts.ts'
import { openDeveloper } from '../developers/developers.ts'
import { acceptDocuments } from './acceptances.ts'
import * as store from './people-store.ts'

export interface Person {
  id: string
  email: string
  name: string
  role: string
}

/** What a provider says about somebody who has signed in there. */
export interface ProviderIdentity {
  provider: Provider
  subject: string
  email: string
  emailVerified: boolean
  name: string
}

/** Administrators come from the operator's setting only, whatever role the row holds. */
export function adminRole(config: Config, person: { email: string; role: string }): Role {
  return config.adminEmails.has(person.email) ? 'admin' : (person.role as Role)
}

/**
 * The person behind a provider's identity, made on the first visit. Two providers that vouch for the same
 * email lead to one person. Throws 403 when the provider does not call the email verified.
 */
export async function signIn(
  ctx: Context,
  tx: Tx,
  identity: ProviderIdentity,
): Promise<Person & { isNew: boolean }> {
  if (!identity.emailVerified) {
    throw new ApiError(
      'email_not_verified',
      'Your provider has not verified this email address. Verify it there, then sign in again.',
    )
  }
  const email = identity.email.toLowerCase()
  const id = ctx.ids.next('usr')
  const person =
    (await store.findByIdentity(tx, identity.provider, identity.subject)) ??
    (await store.findOrInsertByEmail(tx, {
      id,
      email,
      name: identity.name.slice(0, 120) || email,
      created_at: ctx.clock.now(),
    }))
  await store.linkIdentity(tx, { ...identity, userId: person.id, at: ctx.clock.now() })
  if (ctx.config.adminEmails.has(person.email)) await openDeveloper(ctx, tx, person.id)
  return { ...person, isNew: person.id === id }
}

/**
 * Chooses a role, once, and records that the terms of that role were accepted.
 * Throws 409 when a role was chosen before, and for administrators.
 */
export async function chooseRole(
  ctx: Context,
  tx: Tx,
  choice: { userId: string; role: ChoosableRole; ip: string },
): Promise<void> {
  const person = await store.lockPerson(tx, choice.userId)
  if (adminRole(ctx.config, person) !== 'client') {
    throw new ApiError('conflict', 'Your role is already chosen.')
  }
  await store.setRole(tx, person.id, choice.role)
  await acceptDocuments(ctx, tx, choice)
  if (choice.role === 'developer') await openDeveloper(ctx, tx, person.id)
}

const scopes: Record<Role, string[]> = {
  client: [],
  talent: ['talent'],
  developer: ['synthesize', 'keys', 'billing'],
  admin: ['admin', 'talent', 'synthesize', 'keys', 'billing'],
}

/** The viewer as the database knows them now, after a change. */
export async function refreshed(ctx: Context, viewer: Viewer): Promise<Viewer> {
  const row = await store.findPerson(ctx.db, viewer.userId)
  return {
    ...viewer,
    role: adminRole(ctx.config, row),
    talentId: row.talent_id,
    developerId: row.developer_id,
  }
}

/** The answer of /v1/me for a session's viewer. */
export async function describe(ctx: Context, viewer: Viewer): Promise<Me> {
  return {
    id: viewer.userId,
    email: viewer.email,
    name: viewer.name,
    role: viewer.role,
    scopes: scopes[viewer.role],
    talent_id: viewer.talentId,
    developer_id: viewer.developerId,
    stripe_account_id: viewer.talentId && (await accountIdOf(ctx, viewer.userId)),
    csrf_token: sessionOf(viewer).csrfToken,
  }
}

/** Name and email of the person behind a developer account. */
export const personOfDeveloper = store.findPersonOfDeveloper
