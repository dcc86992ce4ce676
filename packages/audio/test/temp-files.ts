import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'

/** Keeps the temporary files of this test in a folder of their own, until `vi.unstubAllEnvs`; gives what lies in it. */
export function watchTempFiles(): () => string[] {
  const folder = mkdtempSync(join(tmpdir(), 'vv-audio-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.stubEnv('TMPDIR', folder)
  return () => readdirSync(folder)
}
