/**
 * For tests only: folders with real ONNX graphs in the shape of sherpa-onnx's zipvoice and pocket models. They do
 * not clone anything; they show that text, recording and its transcript arrive.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOY_TOKENS } from './toy-model.ts'
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
  value,
} from './toy-onnx.ts'

export const TOY_CLONING_RATE_HZ = 24_000
/** Samples of a frame of pocket, 80 ms. */
const FRAME = 1_920
const LATENT = 32
const EMBEDDING = 1_024
/** zipvoice's mel bands. */
const MELS = 100
/** Of its vocoder's spectrum of 1,024 samples. */
const BINS = 513
const LETTERS = [' ', ..."abcdefghijklmnopqrstuvwxyz.,?!'-"]

export interface ToyCloningOptions {
  modelId?: string
  languages?: readonly string[]
  /** What pocket's decoder plays instead of noise, at 24 kHz: at most 40 s, over and over. */
  voice?: Float32Array
  /** Replaces or, with undefined, removes fields of voice.json. */
  manifest?: Readonly<Record<string, unknown>>
  /** tokens.txt of zipvoice. */
  tokens?: string
}

function writeManifest(
  folder: string,
  fields: Record<string, unknown>,
  options: ToyCloningOptions,
) {
  const manifest = {
    modelId: options.modelId ?? 'clone_toy',
    languages: options.languages ?? ['en'],
    modelName: 'Toy graphs that clone nothing',
    licence: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    ...fields,
    ...options.manifest,
  }
  writeFileSync(join(folder, 'voice.json'), JSON.stringify(manifest))
}

/**
 * Writes a zipvoice of phonemes: speech as long for each phoneme as the recording's transcript is for the recording,
 * in a sound that follows the mean of the recording's spectrum. `espeakData` is copied, since it must be there.
 */
export function writeToyZipvoice(
  folder: string,
  espeakData: string,
  options: ToyCloningOptions = {},
): string {
  mkdirSync(folder, { recursive: true })
  const files = {
    tokens: 'tokens.txt',
    encoder: 'encoder.onnx',
    decoder: 'decoder.onnx',
    vocoder: 'vocoder.onnx',
    lexicon: 'lexicon.txt',
    dataDir: 'data',
  }
  for (const name of ['phontab', 'phonindex', 'phondata', 'intonations', 'en_dict', 'lang']) {
    cpSync(join(espeakData, name), join(folder, 'data', name), { recursive: true })
  }
  const tokens = TOY_TOKENS.map((letter, id) => `${letter} ${id}\n`).join('')
  writeFileSync(join(folder, files.tokens), options.tokens ?? tokens)
  writeFileSync(join(folder, files.lexicon), 'toy t o y\n')
  writeFileSync(join(folder, files.encoder), zipvoiceEncoder())
  writeFileSync(join(folder, files.decoder), zipvoiceDecoder())
  writeFileSync(join(folder, files.vocoder), zipvoiceVocoder())
  writeManifest(folder, { family: 'zipvoice', files }, options)
  return folder
}

/** Frames = those of the recording + those × tokens / tokens of its transcript / speed; all zero. */
function zipvoiceEncoder(): Uint8Array {
  return graphModel(
    {
      nodes: [
        ...sizeOf('tokens', 1, 'letters'),
        ...sizeOf('prompt_tokens', 1, 'prompt_letters'),
        node('Cast', ['prompt_length'], 'length', [int('to', FLOAT)]),
        node('Cast', ['letters'], 'count', [int('to', FLOAT)]),
        node('Cast', ['prompt_letters'], 'prompt_count', [int('to', FLOAT)]),
        node('Mul', ['length', 'count'], 'product'),
        node('Div', ['product', 'prompt_count'], 'meant'),
        node('Div', ['meant', 'speed'], 'added'),
        node('Cast', ['added'], 'whole', [int('to', INT64)]),
        node('Add', ['whole', 'prompt_length'], 'frames'),
        node('Concat', ['one', 'frames', 'mels'], 'shape', [int('axis', 0)]),
        node('ConstantOfShape', ['shape'], 'text_condition'),
      ],
      initializers: [int64s('one', [1]), int64s('mels', [MELS])],
      inputs: [
        value('tokens', INT64, [1, 'L']),
        value('prompt_tokens', INT64, [1, 'P']),
        value('prompt_length', INT64, [1]),
        value('speed', FLOAT, [1]),
      ],
      outputs: [value('text_condition', FLOAT, [1, 'T', MELS])],
    },
    { use_espeak: '1' },
  )
}

/** A straight flow to the recording's mean spectrum: (mean − x) / (1 − t), there at t = 1 from any noise. */
function zipvoiceDecoder(): Uint8Array {
  return graphModel(
    {
      nodes: [
        node('ReduceMean', ['speech_condition'], 'mean', [ints('axes', [1]), int('keepdims', 1)]),
        node('Add', ['mean', 'text_condition'], 'target'),
        node('Sub', ['target', 'x'], 'way'),
        node('Sub', ['unit', 't'], 'left'),
        node('Div', ['way', 'left'], 'v'),
      ],
      initializers: [floats('unit', [1], [1])],
      inputs: [
        value('t', FLOAT, [1]),
        ...['x', 'text_condition', 'speech_condition'].map((name) =>
          value(name, FLOAT, [1, 'T', MELS]),
        ),
        value('guidance', FLOAT, [1]),
      ],
      outputs: [value('v', FLOAT, [1, 'T', MELS])],
    },
    { sample_rate: String(TOY_CLONING_RATE_HZ) },
  )
}

/** As vocos gives them: sizes of the bins of a spectrum from the mels, and the directions that all of them have. */
function zipvoiceVocoder(): Uint8Array {
  const plane = (name: string) => value(name, FLOAT, [1, BINS, 'T'])
  return graphModel(
    {
      nodes: [
        node('Conv', ['mel', 'kernel'], 'bins'),
        node('Abs', ['bins'], 'size'),
        node('Mul', ['bins', 'zero'], 'y'),
        node('Add', ['y', 'unit'], 'x'),
      ],
      initializers: [
        floats('kernel', [BINS, MELS, 1], noise(BINS * MELS, 0.003)),
        floats('zero', [1], [0]),
        floats('unit', [1], [1]),
      ],
      inputs: [value('mel', FLOAT, [1, MELS, 'T'])],
      outputs: [plane('size'), plane('x'), plane('y')],
    },
    { model_type: 'vocos' },
  )
}

/** Writes a pocket of letters, 80 ms each, as loud as the recording is; or one that plays `voice` for as long. */
export function writeToyPocket(folder: string, options: ToyCloningOptions = {}): string {
  mkdirSync(folder, { recursive: true })
  const files = {
    lmFlow: 'lm_flow.onnx',
    lmMain: 'lm_main.onnx',
    encoder: 'encoder.onnx',
    decoder: 'decoder.onnx',
    textConditioner: 'text_conditioner.onnx',
    vocabJson: 'vocab.json',
    tokenScoresJson: 'token_scores.json',
  }
  const bytes = Array.from(
    { length: 256 },
    (_, n) => `<0x${n.toString(16).toUpperCase().padStart(2, '0')}>`,
  )
  const tokens = ['▁', ...LETTERS.slice(1), ...bytes]
  const ids = Object.fromEntries(tokens.map((token, id) => [token, id]))
  const scores = Object.fromEntries(tokens.map((token, id) => [token, -id / 10]))
  writeFileSync(join(folder, files.vocabJson), JSON.stringify(ids))
  writeFileSync(join(folder, files.tokenScoresJson), JSON.stringify(scores))
  writeFileSync(join(folder, files.lmFlow), pocketFlow())
  writeFileSync(join(folder, files.lmMain), pocketMain())
  writeFileSync(join(folder, files.encoder), pocketEncoder())
  writeFileSync(join(folder, files.decoder), pocketDecoder(options.voice))
  writeFileSync(join(folder, files.textConditioner), pocketTextConditioner())
  writeManifest(folder, { family: 'pocket', files }, options)
  return folder
}

/** The recording's mean of |x|, in every place of an embedding. */
function pocketEncoder(): Uint8Array {
  return graphModel({
    nodes: [
      node('Abs', ['audio'], 'sizes'),
      node('ReduceMean', ['sizes'], 'mean', [ints('axes', [2]), int('keepdims', 1)]),
      node('Expand', ['mean', 'shape'], 'embedding'),
    ],
    initializers: [int64s('shape', [1, 1, EMBEDDING])],
    inputs: [value('audio', FLOAT, [1, 1, 'N'])],
    outputs: [value('embedding', FLOAT, [1, 'T', EMBEDDING])],
  })
}

function pocketTextConditioner(): Uint8Array {
  return graphModel({
    nodes: [
      ...sizeOf('tokens', 1, 'letters'),
      node('Concat', ['one', 'letters', 'width'], 'shape', [int('axis', 0)]),
      node('ConstantOfShape', ['shape'], 'embedding'),
    ],
    initializers: [int64s('one', [1]), int64s('width', [EMBEDDING])],
    inputs: [value('tokens', INT64, [1, 'L'])],
    outputs: [value('embedding', FLOAT, [1, 'L', EMBEDDING])],
  })
}

/**
 * Keeps what it is told (recording, then text) and what it has said; conditions on the recording, and wants to end
 * once it has said a frame for each letter.
 */
function pocketMain(): Uint8Array {
  const [told, said] = [
    value('told', FLOAT, [1, 'A', EMBEDDING]),
    value('said', FLOAT, [1, 'B', LATENT]),
  ]
  return graphModel({
    nodes: [
      node('Concat', ['told', 'embeddings'], 'new_told', [int('axis', 1)]),
      node('Concat', ['said', 'sequence'], 'new_said', [int('axis', 1)]),
      node('Slice', ['new_told', 'from', 'to', 'axes'], 'recording'),
      node('Reshape', ['recording', 'latent_shape'], 'conditioning'),
      ...sizeOf('new_told', 1, 'letters'),
      ...sizeOf('new_said', 1, 'frames'),
      node('GreaterOrEqual', ['frames', 'letters'], 'done'),
      node('Cast', ['done'], 'certain', [int('to', FLOAT)]),
      node('Mul', ['certain', 'ten'], 'raised'),
      node('Sub', ['raised', 'ten'], 'eos'),
    ],
    initializers: [
      int64s('from', [1, 0]),
      int64s('to', [2, LATENT]),
      int64s('axes', [1, 2]),
      int64s('latent_shape', [1, LATENT]),
      floats('ten', [1], [10]),
    ],
    inputs: [
      value('sequence', FLOAT, [1, 'S', LATENT]),
      value('embeddings', FLOAT, [1, 'T', EMBEDDING]),
      told,
      said,
    ],
    outputs: [
      value('conditioning', FLOAT, [1, LATENT]),
      value('eos', FLOAT, [1]),
      value('new_told', FLOAT, [1, 'A2', EMBEDDING]),
      value('new_said', FLOAT, [1, 'B2', LATENT]),
    ],
  })
}

/** A straight flow from noise to what it is conditioned on. */
function pocketFlow(): Uint8Array {
  return graphModel({
    nodes: [
      node('Sub', ['c', 'x'], 'way'),
      node('Sub', ['unit', 's'], 'left'),
      node('Div', ['way', 'left'], 'v'),
      node('Identity', ['t'], 'unused'),
    ],
    initializers: [floats('unit', [1], [1])],
    inputs: [
      value('c', FLOAT, [1, LATENT]),
      value('s', FLOAT, [1, 1]),
      value('t', FLOAT, [1, 1]),
      value('x', FLOAT, [1, LATENT]),
    ],
    outputs: [value('v', FLOAT, [1, LATENT])],
  })
}

function pocketDecoder(voice?: Float32Array): Uint8Array {
  const state = [
    node('Concat', ['position', 'latent'], 'new_position', [int('axis', 1)]),
    ...sizeOf('position', 1, 'start_frame'),
    ...sizeOf('new_position', 1, 'end_frame'),
  ]
  const shared = {
    inputs: [value('latent', FLOAT, [1, 'n', LATENT]), value('position', FLOAT, [1, 'P', LATENT])],
    outputs: [value('audio', FLOAT, [1, 1, 'N']), value('new_position', FLOAT, [1, 'P2', LATENT])],
  }
  if (!voice) {
    return graphModel({
      nodes: [
        ...state,
        node('Transpose', ['latent'], 'columns', [ints('perm', [0, 2, 1])]),
        node('ConvTranspose', ['columns', 'kernel'], 'audio', [
          ints('strides', [FRAME]),
          ints('pads', [FRAME / 2, FRAME / 2]),
        ]),
      ],
      initializers: [
        floats('kernel', [LATENT, 1, 2 * FRAME], hann(noise(LATENT * 2 * FRAME, 0.5), 2 * FRAME)),
      ],
      ...shared,
    })
  }
  const seconds = 40
  const table = Array.from(
    { length: seconds * TOY_CLONING_RATE_HZ },
    (_, n) => voice[n % voice.length]!,
  )
  return graphModel({
    nodes: [
      ...state,
      // The state begins with one frame that nobody said.
      node('Sub', ['start_frame', 'one'], 'before'),
      node('Sub', ['end_frame', 'one'], 'after'),
      node('Mul', ['before', 'frame'], 'from'),
      node('Mul', ['after', 'frame'], 'to'),
      node('Slice', ['table', 'from', 'to', 'last_axis'], 'audio'),
    ],
    initializers: [
      floats('table', [1, 1, table.length], table),
      int64s('one', [1]),
      int64s('frame', [FRAME]),
      int64s('last_axis', [2]),
    ],
    ...shared,
  })
}

/** The size of `tensor` along `axis` as an int64 [1] with the name `to`. */
function sizeOf(tensor: string, axis: number, to: string): Uint8Array[] {
  return [node('Shape', [tensor], to, [int('start', axis), int('end', axis + 1)])]
}

function hann(values: readonly number[], size: number): number[] {
  return values.map((value, i) => value * (0.5 - 0.5 * Math.cos((2 * Math.PI * (i % size)) / size)))
}
