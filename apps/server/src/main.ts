/** A process of the product: `node src/main.ts --role api|worker|all`. The database must be migrated. */
import { parseArgs } from 'node:util'
import { readConfig } from './config/config.ts'
import type { ProcessRole } from './kit/heartbeat.ts'
import { startServer } from './server.ts'

const { values } = parseArgs({ options: { role: { type: 'string', default: 'all' } } })
if (!['api', 'worker', 'all'].includes(values.role)) {
  console.error('--role is api, worker or all')
  process.exit(2)
}

const server = await startServer(readConfig(process.env), values.role as ProcessRole).catch(
  (error) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)
process.send?.({ ready: true, port: server.port })

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await server.stop()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// The launcher is gone: nobody is left to stop us.
process.on('disconnect', stop)
