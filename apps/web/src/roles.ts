import { admits, type Me, type Role } from '@viva-voce/contract'
import { paths } from './paths.ts'

/** What a page asks of its visitor. */
export type Gate = 'signed_in' | 'choosing' | Exclude<Role, 'client'>

/** `undefined` while the session is being fetched, `null` when nobody is signed in. */
export type Visitor = Pick<Me, 'role' | 'talent_id' | 'developer_id'> | null | undefined

export type Decision = 'wait' | 'admit' | { redirect: string }

/** Somebody who signed in but has not chosen what to be yet. */
export function mustChoose(visitor: NonNullable<Visitor>): boolean {
  return visitor.role === 'client' && !visitor.talent_id && !visitor.developer_id
}

/** Decides whether a visitor may see a page behind `gate`, and where they go if not. */
export function decide(visitor: Visitor, gate: Gate): Decision {
  if (visitor === undefined) return 'wait'
  if (visitor === null) return { redirect: paths.login }
  if (gate === 'choosing') return mustChoose(visitor) ? 'admit' : { redirect: homeOf(visitor.role) }
  if (mustChoose(visitor)) return { redirect: paths.chooseRole }
  if (gate === 'signed_in' || admits([gate], visitor.role)) return 'admit'
  return { redirect: paths.home }
}

/** The dashboard that a role starts on. */
export function homeOf(role: Role): string {
  const homes = {
    client: paths.dashboard,
    talent: paths.talent,
    developer: paths.developer,
    admin: paths.admin,
  }
  return homes[role]
}

/** The links of the navigation bar for a visitor, in order. */
export function navigationFor(visitor: Visitor): { to: string; label: string }[] {
  const everyone = [
    { to: paths.dashboard, label: 'Dashboard' },
    { to: paths.usage, label: 'Usage' },
    { to: paths.royalties, label: 'Royalties' },
    { to: paths.billing, label: 'Billing' },
  ]
  if (!visitor) return everyone
  const byRole = [
    { to: paths.developer, label: 'Dev', role: 'developer' },
    { to: paths.talent, label: 'Talent', role: 'talent' },
    { to: paths.admin, label: 'Admin', role: 'admin' },
  ] as const
  const own = byRole.filter((link) => admits([link.role], visitor.role))
  return [...everyone, ...own.map(({ to, label }) => ({ to, label }))]
}
