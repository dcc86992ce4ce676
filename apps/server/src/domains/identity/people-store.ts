import type { Db, Tx } from '../../kit/db.ts'
import type { Person } from './people.ts'

const columns = ['users.id', 'users.email', 'users.name', 'users.role'] as const

export function findByIdentity(
  tx: Tx,
  provider: string,
  subject: string,
): Promise<Person | undefined> {
  return tx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(columns)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** Two first sign-ins at the same moment end up with the same row. */
export async function findOrInsertByEmail(
  tx: Tx,
  row: { id: string; email: string; name: string; created_at: Date },
): Promise<Person> {
  await tx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return tx
    .selectFrom('users')
    .select(columns)
    .where('email', '=', row.email)
    .executeTakeFirstOrThrow()
}

export async function linkIdentity(
  tx: Tx,
  link: { provider: string; subject: string; userId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('identities')
    .values({
      provider: link.provider,
      subject: link.subject,
      user_id: link.userId,
      created_at: link.at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .execute()
}

export function lockPerson(tx: Tx, id: string): Promise<Person> {
  return tx
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function setRole(tx: Tx, id: string, role: string): Promise<void> {
  await tx.updateTable('users').set({ role }).where('id', '=', id).execute()
}

export function findPerson(db: Db, id: string) {
  return db
    .selectFrom('users')
    .leftJoin('talents', 'talents.user_id', 'users.id')
    .leftJoin('developers', 'developers.user_id', 'users.id')
    .select([...columns, 'talents.id as talent_id', 'developers.id as developer_id'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow()
}

export function findPersonOfDeveloper(db: Db, developerId: string) {
  return db
    .selectFrom('developers')
    .innerJoin('users', 'users.id', 'developers.user_id')
    .select(['users.name', 'users.email'])
    .where('developers.id', '=', developerId)
    .executeTakeFirstOrThrow()
}
