import { needsCsrf, type RouteSpec } from '@viva-voce/contract'

/** Who may make a call, in words. */
export function whoMayCall(route: RouteSpec): string {
  const { access } = route
  if (access.kind === 'anyone') return 'Anyone'
  const people = access.roles === 'any' ? 'Anyone signed in' : access.roles.join(' or ')
  const how = access.by.includes('key') ? 'session or API key' : 'session'
  const csrf =
    needsCsrf(route) && access.by.includes('session') ? ', CSRF token with a session' : ''
  return `${people.charAt(0).toUpperCase()}${people.slice(1)} (${how}${csrf})`
}

/** `/v1/voices/:voice_id` as the documentation writes it: `/v1/voices/{voice_id}`. */
export function documentedPath(path: string): string {
  return path.replace(/:([a-z_]+)/g, '{$1}')
}
