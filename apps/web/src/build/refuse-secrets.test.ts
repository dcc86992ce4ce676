import { afterEach, expect, test, vi } from 'vitest'
import { refuseSecrets } from './refuse-secrets.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  ['build', 'production', { VITE_API_KEY: 'k' }, true],
  ['build', 'production', { VITE_ADMIN_TOKEN: 't' }, true],
  ['build', 'staging', { VITE_API_KEY: 'k' }, true],
  ['build', 'production', { VITE_API_KEY: '', VITE_API_URL: 'https://api.example' }, false],
  ['build', 'development', { VITE_API_KEY: 'k' }, false],
  ['serve', 'development', { VITE_API_KEY: 'k' }, false],
])('%s in mode %s with %o is refused: %s', (command, mode, env, refused) => {
  const attempt = () => refuseSecrets(command, mode, env)
  if (refused) expect(attempt).toThrow(/must not be set for a production build/)
  else expect(attempt).not.toThrow()
})

test.each(['VITE_API_KEY', 'VITE_ADMIN_TOKEN'])(
  "Vite's own configuration refuses %s",
  async (name) => {
    const { resolveConfig } = await import('vite')
    const resolve = () =>
      resolveConfig({ root: new URL('../..', import.meta.url).pathname }, 'build', 'production')
    vi.stubEnv(name, 'secret')
    await expect(resolve()).rejects.toThrow(name)
    vi.stubEnv(name, '')
    await expect(resolve()).resolves.toMatchObject({ mode: 'production' })
  },
)
