/**
 * The watermark from the command line.
 *
 *   npm run -s watermark -- embed in.wav out.wav --payload <8 hex digits>
 *   npm run -s watermark -- detect in.wav [--expect <8 hex digits>] [--original unmarked.wav] [--registry issued.txt]
 *   npm run -s watermark -- detect --server < list-of-files
 *
 * `detect` prints one line of JSON for a file, in any format that the machine's ffmpeg reads. It reads blind; with
 * --expect it also tests for that payload, which sees fainter marks. --registry names a file with a payload of
 * 8 hex digits on each line: what was issued. Where blind reading is unsure, it is claimed if it reads one of those
 * (so few that chance does not hit them), and of at most 16 each is tested for. The fingerprints of what
 * was issued are the server's alone (POST /v1/compliance/audio); `--registry off` reads without. With --server each line of standard input is a path, or JSON of `{"file", "expect", "original"}`.
 *
 * The key is the deployment's: SECRET_KEY, else the secret.key of DATA_DIR (`.data` by default), else a fixed key
 * for development, which is said on standard error. Exit status: 0 done, whatever was found; 1 a file cannot be
 * read or marked; 2 wrong arguments.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { deriveKey } from '../apps/server/src/kit/seal.ts'
import { watermarkKeyVersion } from '../apps/server/src/work/tasks.ts'
import { AudioError, decodeAudio, decodeWav, type Pcm } from '../packages/audio/index.ts'
import {
  claimAmong,
  detectMarks,
  embed,
  type MarksReport,
  testPayload,
  WatermarkError,
} from '../packages/watermark/index.ts'
import { addToWav } from './lib/wav-samples.ts'

const DEVELOPMENT_SECRET = 'viva-voce development secret, not for marks that matter'
const bounds = {
  sampleRateHz: 16_000,
  maxSeconds: 2 * 3_600,
  maxBytes: 2 ** 31,
  timeoutMs: 600_000,
}

/** A test takes as long as a blind reading. */
const mostTested = 16
/** No claim is made above this chance of a false one. */
const claimLimit = 1e-6

/** What `detect` is asked for one file. */
interface Question {
  file: string
  expect?: string | undefined
  original?: string | undefined
}

class UsageError extends Error {}

let issued: ReadonlySet<number> | undefined
let known: { key: Uint8Array; keyVersion: number } | undefined

try {
  await main()
} catch (error) {
  const usage = error instanceof UsageError || isArgumentError(error)
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = usage ? 2 : 1
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      payload: { type: 'string' },
      expect: { type: 'string' },
      original: { type: 'string' },
      registry: { type: 'string', default: 'off' },
      server: { type: 'boolean', default: false },
    },
  })
  const [command, input, output] = positionals
  if (command === 'embed' && input && output) {
    return embedFile(input, output, payloadFrom(values.payload, '--payload'))
  }
  if (values.registry !== 'off') issued = issuedIn(values.registry)
  if (command === 'detect' && values.server) return serve()
  if (command === 'detect' && input) {
    const { expect, original } = values
    return print(await detectFile({ file: input, expect, original }))
  }
  throw new UsageError(
    'usage: watermark embed in.wav out.wav --payload <8 hex digits> | ' +
      'watermark detect in.wav [--expect <8 hex digits>] [--original unmarked.wav] ' +
      '[--registry issued.txt] | watermark detect --server',
  )
}

/** Marks a WAV file of any sample format, rate from 8 kHz and number of channels, and keeps all of them. */
function embedFile(input: string, output: string, payload: number): void {
  const bytes = readFileSync(input)
  const { pcm } = decodeWav(bytes)
  const { pcm: marked, score, marginDb } = embed(pcm, { ...key(), payload })
  const signal = marked.samples.map((value, n) => value - pcm.samples[n]!)
  writeFileSync(output, addToWav(bytes, signal))
  print({ payload: hexOf(payload), score: rounded(score), margin_db: rounded(marginDb) })
}

async function detectFile({ file, expect, original }: Question): Promise<object> {
  const { pcm } = await decodeAudio(file, bounds)
  const keys = [key()]
  const blind = detectMarks(pcm, { keys })
  const best = blind.marks[0]
  const found = {
    detected: best !== undefined,
    payload: best ? hexOf(best.payload) : null,
    score: rounded(blind.score),
    verdict: blind.verdict,
    false_claim_probability: blind.falseClaimProbability,
    spans: best ? spansOf(best.spans) : [],
    method: best ? 'blind' : null,
    marks: blind.marks.map((mark) => ({
      payload: hexOf(mark.payload),
      score: rounded(mark.score),
      false_claim_probability: mark.falseClaimProbability,
      spans: spansOf(mark.spans),
      format: mark.formatVersion,
    })),
  }
  if (expect === undefined) {
    const sought = best || !issued ? null : amongIssued(pcm, blind, issued)
    return sought ? { ...found, ...sought } : found
  }
  const payload = payloadFrom(expect, '--expect')
  const expected = blind.marks.find((mark) => mark.payload === payload)
  if (expected) return { ...found, payload: hexOf(payload), spans: spansOf(expected.spans) }
  const unmarked = original === undefined ? undefined : (await decodeAudio(original, bounds)).pcm
  const test = testPayload(pcm, { keys, payload, ...(unmarked && { original: unmarked }) })
  if (!test.detected) return found
  return {
    ...found,
    detected: true,
    payload: hexOf(payload),
    score: rounded(test.score),
    verdict: 'marked',
    false_claim_probability: test.falseClaimProbability,
    spans: [],
    method: 'informed',
  }
}

/** What is claimed of a file that blind reading claims nothing of, given which payloads were issued. */
function amongIssued(pcm: Pcm, { candidate }: MarksReport, payloads: ReadonlySet<number>) {
  const claim = (payload: number, score: number, chance: number, method: string) => ({
    ...{ detected: true, payload: hexOf(payload), score: rounded(score), verdict: 'marked' },
    ...{ false_claim_probability: chance, spans: [], method },
  })
  if (candidate && payloads.has(candidate.payload)) {
    const chance = claimAmong(candidate.logBound, payloads.size)
    if (chance <= claimLimit) return claim(candidate.payload, candidate.score, chance, 'registry')
  }
  for (const payload of payloads.size <= mostTested ? payloads : []) {
    const test = testPayload(pcm, { keys: [key()], payload })
    const chance = test.falseClaimProbability * payloads.size
    if (chance <= claimLimit) return claim(payload, test.score, chance, 'informed')
  }
  return null
}

function issuedIn(file: string): ReadonlySet<number> {
  if (!existsSync(file)) {
    throw new UsageError(
      `--registry takes a file with an issued payload on each line, or off; there is no ${file}`,
    )
  }
  const lines = readFileSync(file, 'utf8').split(/\s+/).filter(Boolean)
  return new Set(lines.map((line) => payloadFrom(line, `each line of ${file}`)))
}

/** One answer a line for one question a line; a file that cannot be read is an answer too. */
async function serve(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue
    const question = questionFrom(line)
    try {
      print({ file: question.file, ...(await detectFile(question)) })
    } catch (error) {
      if (!isFileError(error) && !(error instanceof UsageError)) throw error
      print({ file: question.file, error: error.message })
    }
  }
}

function questionFrom(line: string): Question {
  if (!line.trimStart().startsWith('{')) return { file: line }
  const { file, expect, original } = JSON.parse(line) as Question
  if (typeof file !== 'string') throw new UsageError(`no "file" in ${line}`)
  return { file, expect, original }
}

/** The deployment's watermark key. */
function key() {
  known ??= { key: deriveKey(secret(), 'watermark/1'), keyVersion: watermarkKeyVersion }
  return known
}

function secret(): string {
  if (process.env.SECRET_KEY) return process.env.SECRET_KEY
  const file = join(process.env.DATA_DIR || '.data', 'secret.key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  console.error('watermark: no SECRET_KEY and no data folder; using the development key')
  return DEVELOPMENT_SECRET
}

function payloadFrom(text: string | undefined, option: string): number {
  if (text !== undefined && /^[0-9a-f]{8}$/i.test(text)) return Number.parseInt(text, 16)
  throw new UsageError(`${option} needs 8 hexadecimal digits`)
}

function hexOf(payload: number): string {
  return payload.toString(16).padStart(8, '0')
}

function spansOf(spans: readonly { startSeconds: number; endSeconds: number }[]) {
  return spans.map(({ startSeconds, endSeconds }) => ({
    start: rounded(startSeconds),
    end: rounded(endSeconds),
  }))
}

function rounded(value: number): number {
  return Number(value.toFixed(3))
}

function print(answer: object | undefined): void {
  console.log(JSON.stringify(answer))
}

function isFileError(error: unknown): error is Error {
  const coded = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  return coded || error instanceof AudioError || error instanceof WatermarkError
}

function isArgumentError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('ERR_PARSE_ARGS')
}
