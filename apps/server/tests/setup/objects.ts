import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The files in a server's object folder by their keys, but for the one that readiness writes. */
export function storedFiles(dataDir: string): string[] {
  const folder = join(dataDir, 'objects')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile() && name !== '.writable')
    .sort()
}
