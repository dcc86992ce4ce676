/**
 * For tests only: a folder with a real ONNX graph of random weights, shaped like a small VITS model, that
 * sherpa-onnx loads and that makes noise of the right length. Field numbers are those of onnx.proto3.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const TOY_SAMPLE_RATE_HZ = 16_000
/** Samples that a token gives at speed 1. */
export const TOY_HOP = 800

const CHANNELS = 8
/** The first tokens, the space among them, make no sound: without pauses the scan rightly hears only noise. */
const SILENT_TOKENS = 4
const KERNEL = 2 * TOY_HOP
const FLOAT = 1
const INT64 = 7
/** The ids of tokens.txt; the embedding has a row for each. */
const TOKENS = [
  '_',
  '^',
  '$',
  ' ',
  ...'abcdefghijklmnopqrstuvwxyzæðŋɐɑɒɔəɚɛɜɡɪɹɾʃʊʌʒθᵻˈˌː.,!?:;\'"-0123456789',
]

const COMMON = { sample_rate: String(TOY_SAMPLE_RATE_HZ), n_speakers: '1', language: 'English' }
/** Letters are the tokens: needs no data beside tokens.txt. */
export const CHARACTER_METADATA: Readonly<Record<string, string>> = {
  ...COMMON,
  comment: 'coqui toy',
  frontend: 'characters',
  add_blank: '0',
  use_eos_bos: '0',
}
/** Phonemes by espeak-ng, so it needs espeak-ng-data. */
export const PIPER_METADATA: Readonly<Record<string, string>> = {
  ...COMMON,
  comment: 'piper toy',
  voice: 'en-us',
  has_espeak: '1',
}

/** What a toy differs in from one that works; each is something that a real model can have wrong. */
export interface ToyOptions {
  voiceId?: string
  metadata?: Readonly<Record<string, string>>
  /** Rows of the embedding; with too few of them the graph fails as soon as it runs. */
  embeddingRows?: number
  /** The text of tokens.txt. */
  tokens?: string
  /** A copy of espeak-ng-data is put into the folder. */
  espeakData?: string
  /** Replaces or, with undefined, removes fields of voice.json. */
  manifest?: Readonly<Record<string, unknown>>
}

/** Writes `folder` with voice.json, model.onnx and tokens.txt, and returns the folder. */
export function writeToyModel(folder: string, options: ToyOptions = {}): string {
  mkdirSync(folder, { recursive: true })
  const metadata = options.metadata ?? CHARACTER_METADATA
  writeFileSync(join(folder, 'model.onnx'), toyGraph(metadata, options.embeddingRows))
  const tokens = TOKENS.map((token, id) => `${token} ${id}\n`).join('')
  writeFileSync(join(folder, 'tokens.txt'), options.tokens ?? tokens)
  if (options.espeakData) {
    for (const name of [
      'phontab',
      'phonindex',
      'phondata',
      'intonations',
      'en_dict',
      'lang',
      'voices',
    ])
      cpSync(join(options.espeakData, name), join(folder, 'data', name), { recursive: true })
  }
  writeFileSync(join(folder, 'voice.json'), JSON.stringify(toyManifest(options)))
  return folder
}

/** The voice.json of a toy, as an operator would write it. */
export function toyManifest(options: ToyOptions = {}): Record<string, unknown> {
  const files = { model: 'model.onnx', tokens: 'tokens.txt' }
  return {
    voiceId: options.voiceId ?? 'standard_en_us_101',
    name: 'Toy',
    locale: 'en-US',
    tier: (options.voiceId ?? 'standard').split('_')[0],
    category: 'general',
    description: 'Random weights for tests.',
    previewText: 'This is a toy.',
    modelName: 'Toy graph of random weights',
    licence: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    family: options.espeakData ? 'piper' : 'vits',
    files: options.espeakData ? { ...files, dataDir: 'data' } : files,
    ...options.manifest,
  }
}

/**
 * tokens [1, L] → embedding → length by scales[1] → transposed convolution → tanh → [1, 1, L × TOY_HOP]:
 * the inputs and the output of a single-speaker piper model.
 */
export function toyGraph(
  metadata: Readonly<Record<string, string>>,
  embeddingRows = TOKENS.length,
): Uint8Array {
  const nodes = [
    node('Gather', ['embedding', 'input'], 'embedded'),
    node('Transpose', ['embedded'], 'rows', [ints('perm', [0, 2, 1])]),
    node('Slice', ['scales', 'one', 'two'], 'length_scale'),
    node('Concat', ['ones', 'length_scale'], 'stretch', [int('axis', 0)]),
    node('Resize', ['rows', '', 'stretch'], 'stretched', [text('mode', 'nearest')]),
    node('ConvTranspose', ['stretched', 'kernel'], 'wave', [
      ints('strides', [TOY_HOP]),
      ints('pads', [TOY_HOP / 2, TOY_HOP / 2]),
    ]),
    node('Tanh', ['wave'], 'output'),
  ]
  const initializers = [
    floats('embedding', [embeddingRows, CHANNELS], embedding(embeddingRows)),
    floats('kernel', [CHANNELS, 1, KERNEL], kernel()),
    floats('ones', [2], [1, 1]),
    tensor('one', [1], INT64, new Uint8Array(new BigInt64Array([1n]).buffer)),
    tensor('two', [1], INT64, new Uint8Array(new BigInt64Array([2n]).buffer)),
  ]
  const inputs = [
    value('input', INT64, [1, 'L']),
    value('input_lengths', INT64, [1]),
    value('scales', FLOAT, [3]),
  ]
  const graph = concat([
    ...nodes.map((bytes) => field(1, bytes)),
    field(2, utf8('toy')),
    ...initializers.map((bytes) => field(5, bytes)),
    ...inputs.map((bytes) => field(11, bytes)),
    field(12, value('output', FLOAT, [1, 1, 'N'])),
  ])
  return model(graph, metadata)
}

function embedding(rows: number): number[] {
  const values = noise(rows * CHANNELS, 1)
  return values.map((value, i) => (i < SILENT_TOKENS * CHANNELS ? 0 : value))
}

/** Noise that rises and falls with each token, a little like syllables. */
function kernel(): number[] {
  const hann = (i: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i % KERNEL)) / KERNEL)
  return noise(CHANNELS * KERNEL, 0.2).map((value, i) => value * hann(i))
}

/** A ModelProto around the bytes of a GraphProto. */
export function model(graph: Uint8Array, metadata: Readonly<Record<string, string>>): Uint8Array {
  const entries = Object.entries(metadata).map(([key, word]) =>
    field(14, concat([field(1, utf8(key)), field(2, utf8(word))])),
  )
  return concat([number(1, 8), field(7, graph), field(8, number(2, 17)), ...entries])
}

function node(op: string, inputs: string[], output: string, attributes: Uint8Array[] = []) {
  return concat([
    ...inputs.map((name) => field(1, utf8(name))),
    field(2, utf8(output)),
    field(4, utf8(op)),
    ...attributes.map((bytes) => field(5, bytes)),
  ])
}

const int = (name: string, i: number) => concat([field(1, utf8(name)), number(3, i), number(20, 2)])
const text = (name: string, s: string) =>
  concat([field(1, utf8(name)), field(4, utf8(s)), number(20, 3)])
const ints = (name: string, values: number[]) =>
  concat([field(1, utf8(name)), ...values.map((i) => number(8, i)), number(20, 7)])

const floats = (name: string, dims: number[], values: readonly number[]) =>
  tensor(name, dims, FLOAT, new Uint8Array(new Float32Array(values).buffer))

function tensor(name: string, dims: number[], type: number, raw: Uint8Array): Uint8Array {
  const shape = dims.map((dim) => number(1, dim))
  return concat([...shape, number(2, type), field(8, utf8(name)), field(9, raw)])
}

function value(name: string, type: number, dims: (number | string)[]): Uint8Array {
  const shape = dims.map((dim) =>
    field(1, typeof dim === 'number' ? number(1, dim) : field(2, utf8(dim))),
  )
  const tensorType = concat([number(1, type), field(2, concat(shape))])
  return concat([field(1, utf8(name)), field(2, field(1, tensorType))])
}

/** Reproducible values within ±amplitude (mulberry32 with a fixed seed). */
function noise(count: number, amplitude: number): number[] {
  let state = 20_261_120
  return Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return amplitude * (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1)
  })
}

/** A protobuf field of wire type 2. */
export function field(id: number, bytes: Uint8Array): Uint8Array {
  return concat([varint(id * 8 + 2), varint(bytes.length), bytes])
}

/** A protobuf field of wire type 0. */
export function number(id: number, value: number): Uint8Array {
  return concat([varint(id * 8), varint(value)])
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0))
    if (rest < 128) return Uint8Array.from(bytes)
  }
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const concat = (parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts)
