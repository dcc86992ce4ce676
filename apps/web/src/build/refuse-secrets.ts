/** Names that a browser bundle for other people must never hold. */
const secrets = ['VITE_API_KEY', 'VITE_ADMIN_TOKEN'] as const

/**
 * Refuses a production build that would carry a secret; throws with the names that are set.
 * `env` is what Vite would put into the bundle, from the shell and from .env files.
 */
export function refuseSecrets(command: string, mode: string, env: Record<string, string>): void {
  if (command !== 'build' || mode === 'development') return
  const found = secrets.filter((name) => env[name])
  if (found.length === 0) return
  throw new Error(
    `${found.join(' and ')} must not be set for a production build: the bundle is public.`,
  )
}
