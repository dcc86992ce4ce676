import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { runChild, startChild, withTempFolder } from './child.ts'

const NODE = process.execPath
const LIMITS = { role: 'decoder' as const, timeoutMs: 20_000, maxOutputBytes: 1_000_000 }
const run = (script: string, input = '', limits = {}) =>
  runChild(NODE, ['-e', script], Buffer.from(input), { ...LIMITS, ...limits })
const isAlive = (pid: string) => pid !== '' && spawnSync('kill', ['-0', pid]).status === 0
const FOREVER = 'setInterval(() => {}, 1000)'

describe('a child', () => {
  it('gets its input and arguments as they are, and gives output, exit and complaints', async () => {
    const script = `process.stdin.pipe(process.stdout); console.error("a @ 0x1f bad\\nb"); process.exitCode = 3`
    const end = await run(script, '$(x) "y"')
    expect(end.output.toString()).toBe('$(x) "y"')
    expect(end).toMatchObject({ exitCode: 3, errorLines: ['a bad', 'b'], errorLineCount: 2 })
  })

  it('sees nothing of our environment but PATH', async () => {
    const { output } = await run('console.log(Object.keys(process.env).sort().join())')
    expect(output.toString().trim()).toBe('LC_ALL,PATH')
  })

  it('that is not there is missing', async () => {
    const gone = runChild('viva-voce-no-such-program', [], new Uint8Array(0), LIMITS)
    await expect(gone).rejects.toMatchObject({ code: 'decoder_missing' })
  })

  it('that prints too much is ended', async () => {
    const flood = run('while (true) require("fs").writeSync(1, "x".repeat(60000))')
    await expect(flood).rejects.toMatchObject({ code: 'too_long' })
  })

  it('keeps few of a million complaints, and counts them', async () => {
    const end = await run('require("fs").writeSync(2, "bad\\n".repeat(10000))')
    expect(end.errorLineCount).toBe(10_000)
    expect(end.errorLines.length).toBeLessThan(10)
  })

  it('that closes its input early is no crash', async () => {
    const end = await run('process.exit(1)', 'x'.repeat(1e6))
    expect(end.exitCode).toBe(1)
  })

  it.each([
    ['timeoutMs', () => ({ timeoutMs: 300 }), 'decoder_timeout'],
    ['a signal', () => ({ signal: AbortSignal.timeout(300) }), 'cancelled'],
  ])('is gone after %s', async (_, limits, code) => {
    const child = startChild(NODE, ['-e', `console.log(process.pid); ${FOREVER}`], {
      ...LIMITS,
      ...limits(),
    })
    const printed: string[] = []
    child.stdout.on('data', (text) => printed.push(String(text)))
    await expect(child.ended).rejects.toMatchObject({ code })
    const pid = printed.join('').trim()
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false))
  })

  it('is not started after the signal', () => {
    const limits = { ...LIMITS, signal: AbortSignal.abort() }
    expect(() => startChild(NODE, ['-e', FOREVER], limits)).toThrow('not started')
  })
})

describe('a folder for the work', () => {
  it('is gone afterwards, also when the work fails', async () => {
    const kept = await withTempFolder(async (folder) => {
      expect(existsSync(folder)).toBe(true)
      return folder
    })
    expect(existsSync(kept)).toBe(false)
    let failed = ''
    const work = withTempFolder(async (folder) => {
      failed = folder
      throw new Error('no luck')
    })
    await expect(work).rejects.toThrow('no luck')
    expect(existsSync(failed)).toBe(false)
  })
})
