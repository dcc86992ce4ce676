import { fstatSync } from 'node:fs'
import { z } from 'zod'
import { type Sandbox, startSandbox } from './sandbox.ts'

const environment = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  SANDBOX_HOST: z.string().default('localhost'),
  SANDBOX_DATA_DIR: z.string().min(1).optional(),
  SANDBOX_WEBHOOK_URL: z.url().optional(),
})

/** The sandbox must not outlive whoever started it, even when that one was killed. */
function whenParentLeaves(leave: () => void): void {
  if (process.send) {
    process.once('disconnect', leave)
    return
  }
  // Only a pipe says something by ending: /dev/null is at its end from the start.
  const stdin = fstatSync(0)
  if (stdin.isFIFO() || stdin.isSocket()) process.stdin.resume().once('close', leave)
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  return error instanceof Error ? error.message : String(error)
}

let sandbox: Sandbox | undefined

async function stop(): Promise<void> {
  await sandbox?.close()
  process.exit(0)
}

// Before the start, which takes a moment: the parent may be gone by the end of it.
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
whenParentLeaves(stop)

try {
  const settings = environment.parse(process.env)
  sandbox = await startSandbox({
    port: settings.SANDBOX_PORT,
    host: settings.SANDBOX_HOST,
    dataDir: settings.SANDBOX_DATA_DIR ?? null,
    webhookUrl: settings.SANDBOX_WEBHOOK_URL ?? null,
  })
  const ready = { sandbox: 'ready', url: sandbox.url }
  console.log(JSON.stringify(ready))
  process.send?.(ready)
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
