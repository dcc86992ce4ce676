import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { routes, synthesisRequest } from '@viva-voce/contract'
import { expect, test } from 'vitest'
import { keyPlaceholder, snippets } from './snippets.ts'

test('without a key, each snippet shows the placeholder once', () => {
  for (const { code } of snippets('https://voice.example')) {
    expect(code.split(keyPlaceholder)).toHaveLength(2)
    expect(code).toContain(`https://voice.example${routes.synthesize.path}`)
  }
})

/** Runs one snippet as its reader would, against a server that keeps what it was asked. */
async function paste(name: string, program: (code: string) => [string, string[]]) {
  const asked: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, answer) => {
    asked.push({ headers: request.headers, body: (await request.toArray()).join('') })
    answer.setHeader('X-License-Token', 'a.b.c').end('RIFF')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const code = snippets(origin, 'vv_test_1').find((snippet) => snippet.name === name)?.code ?? ''
  const cwd = mkdtempSync(join(tmpdir(), 'quickstart-'))
  try {
    const { stdout } = await promisify(execFile)(...program(code), { cwd })
    return { asked: asked[0]!, stdout, saved: readFileSync(join(cwd, 'hello.wav'), 'utf8') }
  } finally {
    server.close()
  }
}

const programs: [string, string, (code: string) => string[]][] = [
  ['Node', process.execPath, (code) => ['--input-type=module', '-e', code]],
  ['cURL', 'curl', (code) => ['-c', code]],
  ['Python', 'python3', (code) => ['-c', code]],
]

for (const [name, program, options] of programs) {
  const missing = spawnSync(program, ['--version']).error !== undefined
  test.skipIf(missing)(`${name} works as pasted`, async () => {
    const shell = name === 'cURL' ? 'sh' : program
    const { asked, stdout, saved } = await paste(name, (code) => [shell, options(code)])
    expect(asked.headers['x-api-key']).toBe('vv_test_1')
    expect(synthesisRequest.parse(JSON.parse(asked.body)).voice_id).toBe('premium_en_us_001')
    expect(saved).toBe('RIFF')
    expect(stdout).toMatch(/^x-license-token: a\.b\.c\s*$/i)
  })
}
