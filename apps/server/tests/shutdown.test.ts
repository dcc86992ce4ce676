import { connect } from 'node:net'
import { expect, test } from 'vitest'
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
  expect((await asked).status).toBe(200)
  await closed
})

test('a server that stops does not wait for ever for somebody who does not listen', async () => {
  const server = await startTestServer({}, 'api')
  const socket = connect(server.port!, 'localhost')
  await new Promise((connected) => socket.once('connect', connected))
  socket.on('error', () => {})
  // The head of a request whose body never comes.
  socket.write('POST /v1/synthesize HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n')
  await server.close()
  socket.destroy()
}, 40_000)
