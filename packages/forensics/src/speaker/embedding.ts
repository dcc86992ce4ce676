import type { Pcm } from '@viva-voce/audio'
import { SPEAKER_HOP, SPEAKER_RATE_HZ, type SpeechFrames, speechFrames } from './features.ts'
import { type SpeakerModel, speakerModel } from './model.ts'
import {
  noStatistics,
  PointFinder,
  type Statistics,
  StatisticsCollector,
} from './total-variability.ts'

/** Speech beyond this, in seconds, tells nothing more about a voice; it bounds the work on long files. */
export const MAX_EMBEDDED_SECONDS = 30
const FRAMES_A_SECOND = SPEAKER_RATE_HZ / SPEAKER_HOP

/** Who speaks, as far as the sound of a voice tells it. */
export interface SpeakerEmbedding {
  /** Of the model; only embeddings of one version can be compared. */
  version: number
  /** Coordinates in which a speaker's own scatter has variance 1. */
  values: Float32Array
  /** Seconds of speech that it was made from, pauses left out; 0 where there was none. */
  seconds: number
}

/** The parts of the model that are worth keeping between clips. */
export class SpeakerEmbedder {
  readonly #model: SpeakerModel
  readonly #collector: StatisticsCollector
  readonly #finder: PointFinder

  constructor(model: SpeakerModel) {
    this.#model = model
    this.#collector = new StatisticsCollector(model.background)
    this.#finder = new PointFinder(model.space, model.background)
  }

  noStatistics(): Statistics {
    return noStatistics(this.#model.background)
  }

  /** Statistics of frames from..to, for adding up. */
  statistics(
    { rows }: SpeechFrames,
    from: number,
    to: number,
    into = this.noStatistics(),
  ): Statistics {
    this.#collector.add(rows, from, to, into)
    return into
  }

  embedding(statistics: Statistics, frames: number): SpeakerEmbedding {
    const { mean, projection, between, version } = this.#model
    const point = this.#finder.find(statistics)
    const values = Float32Array.from(between, (_, d) => {
      let sum = 0
      for (let r = 0; r < point.length; r++)
        sum += projection[d * point.length + r]! * (point[r]! - mean[r]!)
      return sum
    })
    return { version, values, seconds: frames / FRAMES_A_SECOND }
  }
}

let embedder: SpeakerEmbedder | undefined

export function ownEmbedder(): SpeakerEmbedder {
  embedder ??= new SpeakerEmbedder(speakerModel())
  return embedder
}

/**
 * Who speaks in a clip. At most MAX_EMBEDDED_SECONDS from its beginning are used.
 * @param pcm mono at 8 kHz or more, any length; too little speech gives few `seconds` and says little
 */
export function embedSpeaker(pcm: Pcm): SpeakerEmbedding {
  return enrolSpeaker([pcm])
}

/** Who speaks in several clips of one speaker, put together; see `embedSpeaker`. */
export function enrolSpeaker(clips: readonly Pcm[]): SpeakerEmbedding {
  const own = ownEmbedder()
  let statistics: Statistics | undefined
  let count = 0
  for (const pcm of clips) {
    const frames = speechFrames(beginningOf(pcm))
    statistics = own.statistics(frames, 0, frames.count, statistics)
    count += frames.count
  }
  return own.embedding(statistics ?? own.noStatistics(), count)
}

/** The mean of embeddings of one speaker, by their seconds of speech. Throws RangeError for none or for several versions. */
export function averageSpeaker(embeddings: readonly SpeakerEmbedding[]): SpeakerEmbedding {
  const [first] = embeddings
  if (!first || embeddings.some(({ version }) => version !== first.version)) {
    throw new RangeError('embeddings of one version are needed')
  }
  const seconds = embeddings.reduce((sum, one) => sum + one.seconds, 0)
  const values = first.values.map((_, d) =>
    embeddings.reduce((sum, one) => sum + (one.values[d]! * one.seconds) / (seconds || 1), 0),
  )
  return { version: first.version, values, seconds }
}

/** Pauses count here, so that a long silence is no long work. */
function beginningOf({ samples, sampleRateHz }: Pcm): Pcm {
  return { samples: samples.subarray(0, MAX_EMBEDDED_SECONDS * sampleRateHz), sampleRateHz }
}
