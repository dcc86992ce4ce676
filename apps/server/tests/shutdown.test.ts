import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startServer } from '../src/server.ts'
import { signUpWithKey, synthesize } from './setup/people.ts'
import { startTestServer } from './setup/test-server.ts'

test('a server that stops answers what it was asked before', async () => {
  const server = await startTestServer({}, 'api')
  const dev = await signUpWithKey(server)
  const asked = synthesize(server, dev.key, { usage: 'demo' })
  const speaking = Promise.withResolvers<void>()
  const { speak } = server.ctx.speech
  server.ctx.speech.speak = (task) => {
    speaking.resolve()
    return speak(task)
  }
  await speaking.promise
  const closed = server.close()
  const answer = await asked
  expect(answer.status).toBe(200)
  expect(answer.headers.get('connection')).toBe('close')
  await closed
})

test('a server that stops does not wait for ever for somebody who does not listen', async () => {
  const api = await startTestServer({}, 'api')
  const { config, clock, logger } = api.ctx
  const server = await startServer(config, 'api', { clock, logger, drainMs: 100 })
  const socket = connect(server.port!, 'localhost')
  await new Promise((connected) => socket.once('connect', connected))
  socket.on('error', () => {})
  const cut = new Promise((closed) => socket.once('close', closed))
  // The head of a request that never ends.
  socket.write('POST /v1/synthesize HTTP/1.1\r\nhost: localhost\r\n')
  await server.stop()
  await cut
  await api.close()
})
