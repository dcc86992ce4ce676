/**
 * A speaker model that the operator brings, run by sherpa-onnx in a process of its own as neural voices are: what the file
 * says of itself is checked before anything loads it, and a crash takes down the model and nothing else.
 */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import type { Pcm } from '@viva-voce/audio'
import { SpeechError } from '../../error.ts'
import { forkModelProcess, type LaunchModelProcess } from './model-process.ts'
import { OnnxError, readOnnxMetadata } from './onnx-metadata.ts'
import { isSherpaInstalled } from './sherpa.ts'
import { DEFAULT_LIMITS, type Limits, type Schedule, type VoiceHealth } from './supervision.ts'
import { Supervisor } from './supervisor.ts'

/** What sherpa-onnx's SpeakerEmbeddingExtractor reads, or ends its process for want of. */
const NEEDED = ['framework', 'output_dim', 'sample_rate', 'language'] as const
const FRAMEWORKS = ['wespeaker', '3d-speaker', 'nemo']
const MAX_DIMENSIONS = 4_096
/** In the row of an embedding: over those of the model that comes with the product, within 16 bits. */
const FIRST_VERSION = 1_024
const VERSIONS = 31_000
const PIECE_BYTES = 1_048_576

export interface SpeakerModel {
  /** Made from the file's content: embeddings of different files cannot be compared. */
  readonly version: number
  /** The speaker of up to half a minute of speech, as a vector of length 1. Throws SpeechError as a neural voice does. */
  embed(pcm: Pcm, signal?: AbortSignal): Promise<Float32Array>
  health(): VoiceHealth
  /** Fails what is in flight and resolves when the process has ended; must be called. */
  close(): Promise<void>
}

export interface SpeakerModelOptions {
  /** SPEAKER_MODEL_FILE: an ONNX file of WeSpeaker, 3D-Speaker or NeMo with sherpa-onnx's metadata. */
  file: string
  limits?: Partial<Limits>
  /** Stand-ins for tests. */
  launch?: LaunchModelProcess
  schedule?: Schedule
}

/** Starts no process by itself. Throws an Error with a sentence for the operator when the file cannot be such a model. */
export function createSpeakerModel(options: SpeakerModelOptions): SpeakerModel {
  const { file, launch = forkModelProcess, schedule = scheduleReally, limits } = options
  const dimensions = checkedDimensions(file)
  if (!isSherpaInstalled()) throw new Error('sherpa-onnx is not installed here')
  const supervisor = new Supervisor({
    ...{ voice: 'speaker model', model: { speakerModel: file } },
    probe: { samples: hum(), sampleRateHz: 16_000 },
    ...{ launch, schedule, limits: { ...DEFAULT_LIMITS, ...limits } },
  })
  return {
    version: versionOf(file),
    async embed({ samples, sampleRateHz }, signal) {
      const { samples: values } = await supervisor.speak({ samples, sampleRateHz }, signal)
      const length = Math.hypot(...values)
      if (values.length !== dimensions || length === 0) {
        throw new SpeechError('engine_failed', 'the speaker model answered no embedding')
      }
      return values.map((value) => value / length)
    },
    health: () => supervisor.health(),
    close: () => supervisor.close(),
  }
}

function checkedDimensions(file: string): number {
  const metadata = metadataOf(file)
  const missing = NEEDED.filter((key) => !metadata.get(key))
  if (missing.length > 0) throw new Error(`its metadata lack ${missing.join(', ')}`)
  const framework = metadata.get('framework')!
  if (!FRAMEWORKS.includes(framework)) {
    throw new Error(
      `its framework is ${framework.slice(0, 40)}, not one of ${FRAMEWORKS.join(', ')}`,
    )
  }
  const dimensions = Number(metadata.get('output_dim'))
  const isSound = Number.isInteger(dimensions) && dimensions >= 1 && dimensions <= MAX_DIMENSIONS
  if (!isSound) throw new Error(`its output_dim is no whole number from 1 to ${MAX_DIMENSIONS}`)
  return dimensions
}

function metadataOf(file: string): Map<string, string> {
  try {
    return readOnnxMetadata(file)
  } catch (error) {
    if (error instanceof OnnxError) throw new Error(`it is no ONNX model: ${error.message}`)
    throw error
  }
}

/** By the SHA-256 of the file, which may have hundreds of megabytes, so it is read in pieces. */
function versionOf(file: string): number {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(PIECE_BYTES)
  const opened = openSync(file, 'r')
  try {
    for (let count = 1; count > 0; ) {
      count = readSync(opened, piece, 0, piece.length, null)
      hash.update(piece.subarray(0, count))
    }
  } finally {
    closeSync(opened)
  }
  return FIRST_VERSION + (hash.digest().readUInt32BE() % VERSIONS)
}

/** A second of something voiced: what a model that is down has to hear to be up again. */
function hum(): Float32Array {
  return Float32Array.from({ length: 16_000 }, (_, n) => 0.2 * ((n % 133) / 66 - 1))
}

/** Waiting for a backoff or for idleness keeps no program from ending. */
function scheduleReally(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs).unref()
  return () => clearTimeout(timer)
}
