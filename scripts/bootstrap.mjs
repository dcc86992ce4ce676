/**
 * The first thing that every npm script runs, on whatever Node ≥ 20 the machine has and without any package:
 * installs the locked packages when the lockfile has changed, then runs the real script on the project's own
 * Node 24. Usage: node scripts/bootstrap.mjs scripts/start.ts [arguments]
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const neededMajor = 24
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.viva-voce-lock')
const [script, ...args] = process.argv.slice(2)

installWhenStale()
run(findNode())

function installWhenStale() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.error('Installing packages (once, until the lockfile changes) …')
  const npm = process.env.npm_execpath
  const quiet = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const [command, all] = npm ? [process.execPath, [npm, ...quiet]] : ['npm', quiet]
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
  const result = spawnSync(command, all, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env })
  if (result.status !== 0) {
    console.error('npm ci failed; its messages are above.')
    process.exit(result.status || 1)
  }
  writeFileSync(stamp, lock)
}

/** Our own Node where its binary runs, else the machine's when it is new enough. */
function findNode() {
  const own = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath
  console.error(
    `Viva Voce needs Node ${neededMajor} or newer; this is ${process.version}, and no binary for ` +
      `${process.platform}-${process.arch} comes with the packages. Please install Node ${neededMajor}.`,
  )
  process.exit(1)
}

function run(node) {
  const env = {
    ...process.env,
    PATH: join(root, 'node_modules', '.bin') + delimiter + process.env.PATH,
  }
  const child = spawn(
    node,
    ['--disable-warning=ExperimentalWarning', join(root, script), ...args],
    {
      cwd: root,
      stdio: 'inherit',
      env,
    },
  )
  // Ctrl-C reaches the child from the terminal; a signal sent to us alone is passed on.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
