import { startSandbox } from '@viva-voce/sandbox'
import type { ProcessRole } from '../../src/kit/heartbeat.ts'
import { type PaidServer, paymentsOf, tell } from './payments.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** A server and its payment provider, on one clock, with webhooks on their way from one to the other. */
export async function startPaidServer(
  settings: Record<string, string> = {},
  role: ProcessRole = 'all',
): Promise<PaidServer & TestServer> {
  const sandbox = await startSandbox()
  const clock = {
    now: () => sandbox.clock.now(),
    stop() {},
    advance: (ms: number) => void sandbox.clock.advance({ ms }),
  }
  const server = await startTestServer(
    { ...paymentsOf(sandbox), LIMIT_LOOKUP_PER_MINUTE: '10000', ...settings },
    role,
    undefined,
    clock,
  )
  await tell(sandbox, 'deliveries', { url: `${server.url}/v1/webhooks/stripe` })
  return {
    ...server,
    sandbox,
    async close() {
      await sandbox.close()
      await server.close()
    },
  }
}
