import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { malformedFiles } from '../../../../packages/audio/test/malformed.ts'
import { createDetectionWork } from '../../src/work/detection-work.ts'

/** What a run of malformed files came to. */
export interface FuzzOutcome {
  /** Files by how they ended: `examined`, or the code of the refusal. */
  ends: Record<string, number>
  /** Files that ended in neither, with the error. */
  crashes: string[]
  longestMs: number
  longestName: string
  /** Largest resident memory of this process and of a decoder, in MiB. */
  ownMiB: number
  decoderMiB: number
  /** Connections to the port that the files name: there must be none. */
  connections: number
  /** Marks that were claimed: there must be none. */
  claims: number
}

const refusals = new Set([
  ...['not_audio', 'damaged', 'too_long', 'decoder_failed', 'decoder_timeout', 'unsupported_rate'],
])

/** Two minutes, so that a lie about the rate does not cost an hour of noise each time. */
const maxSeconds = 120

/** Sends malformed files through decoder and detector, one after the other, as a stranger's would go. */
export async function fuzzDetector(
  count: number,
  seed: number,
  onFile: (done: number, outcome: FuzzOutcome) => void = () => {},
): Promise<FuzzOutcome> {
  const outcome: FuzzOutcome = {
    ...{ ends: {}, crashes: [], longestMs: 0, longestName: '', ownMiB: 0, decoderMiB: 0 },
    ...{ connections: 0, claims: 0 },
  }
  const listener = createServer((socket) => {
    outcome.connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as { port: number }
  const work = createDetectionWork({
    ...{ threads: 1, queue: 0, timeoutMs: 120_000, watermarkKey: new Uint8Array(32).fill(7) },
  })
  const watch = setInterval(() => watchMemory(outcome), 200)
  const folder = await mkdtemp(join(tmpdir(), 'viva-voce-fuzz-'))
  let done = 0
  try {
    for (const { name, bytes } of malformedFiles(count, { seed, port })) {
      const startedMs = performance.now()
      const end = await examine(work, join(folder, 'file'), bytes).catch(
        (error: unknown) => `crash: ${name}: ${String(error)}`,
      )
      note(outcome, name, end, performance.now() - startedMs)
      onFile(++done, outcome)
    }
    return outcome
  } finally {
    clearInterval(watch)
    await work.close()
    listener.close()
  }
}

async function examine(
  work: ReturnType<typeof createDetectionWork>,
  folder: string,
  bytes: Buffer,
): Promise<string | { claims: number }> {
  await mkdir(folder)
  const path = join(folder, 'upload')
  await writeFile(path, bytes)
  const signal = new AbortController().signal
  const ask = async () => []
  const result = await work.examine(
    { path, maxSeconds, keyVersions: [1] },
    { folder, tenant: 'fuzz', ask, signal },
  ).result
  return 'refusal' in result ? result.refusal : { claims: result.marks.length }
}

function note(
  outcome: FuzzOutcome,
  name: string,
  end: string | { claims: number },
  ms: number,
): void {
  if (typeof end === 'object') outcome.claims += end.claims
  const kind = typeof end === 'object' ? 'examined' : end
  if (kind !== 'examined' && !refusals.has(kind)) outcome.crashes.push(kind)
  else outcome.ends[kind] = (outcome.ends[kind] ?? 0) + 1
  if (ms <= outcome.longestMs) return
  outcome.longestMs = ms
  outcome.longestName = name
}

function watchMemory(outcome: FuzzOutcome): void {
  outcome.ownMiB = Math.max(outcome.ownMiB, process.memoryUsage.rss() / 2 ** 20)
  if (process.platform !== 'linux') return
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    read(`/proc/self/task/${thread}/children`).split(' ').filter(Boolean),
  )
  for (const pid of children) {
    const status = read(`/proc/${pid}/status`)
    if (!/^Name:\s+ff/m.test(status)) continue
    const kiB = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
    outcome.decoderMiB = Math.max(outcome.decoderMiB, kiB / 1_024)
  }
}

/** Empty for what is gone by now. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
