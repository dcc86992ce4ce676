/** The server for tests that kill it often: it loads everything, then waits for the word to start. */
import { readConfig } from '../../src/config/config.ts'
import { startServer } from '../../src/server.ts'

process.once('message', async () => {
  const { port } = await startServer(readConfig(process.env), 'all')
  process.send?.({ ready: true, port })
})
process.once('disconnect', () => process.exit(0))
process.send?.({ loaded: true })
