/**
 * For tests only: a folder with a real ONNX graph of random weights, shaped like a small VITS model, that
 * sherpa-onnx loads and that makes noise of the right length.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  FLOAT,
  floats,
  graphModel,
  INT64,
  int,
  int64s,
  ints,
  node,
  noise,
  text,
  value,
} from './toy-onnx.ts'

export const TOY_SAMPLE_RATE_HZ = 16_000
/** Samples that a token gives at speed 1. */
export const TOY_HOP = 800

const CHANNELS = 8
/** The first tokens, the space among them, make no sound: without pauses the scan rightly hears only noise. */
const SILENT_TOKENS = 4
const KERNEL = 2 * TOY_HOP
/** The ids of tokens.txt; the embedding has a row for each. */
export const TOY_TOKENS = [
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
  const tokens = TOY_TOKENS.map((token, id) => `${token} ${id}\n`).join('')
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
  embeddingRows = TOY_TOKENS.length,
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
    int64s('one', [1]),
    int64s('two', [2]),
  ]
  const inputs = [
    value('input', INT64, [1, 'L']),
    value('input_lengths', INT64, [1]),
    value('scales', FLOAT, [3]),
  ]
  const outputs = [value('output', FLOAT, [1, 1, 'N'])]
  return graphModel({ nodes, initializers, inputs, outputs }, metadata)
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
