import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const stamp = join(root, 'apps/web/dist/.source-hash')
const sources = [
  'apps/web/{index.html,vite.config.ts,package.json}',
  'apps/web/{src,public}/**/*.*',
  'packages/contract/**/*.ts',
  'package-lock.json',
]

/** Builds the web app when its sources have changed since the last build; true when it was built. */
export async function buildWebWhenStale(): Promise<boolean> {
  const hash = sourceHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  await viteBuild()
  writeFileSync(stamp, hash)
  return true
}

function sourceHash(): string {
  const hash = createHash('sha256')
  for (const path of globSync(sources, { cwd: root }).sort()) {
    if (path.includes('node_modules')) continue
    hash.update(path).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

function viteBuild(): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: join(root, 'apps/web'),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`vite build ended with ${code}`))
    })
  })
}
