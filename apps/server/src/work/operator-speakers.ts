import {
  type Calibration,
  calibrateSpeakers,
  judgeVoice,
  MOST_EER,
  SPEAKER_MODEL_VERSION,
  type SpeakerEmbedding,
} from '@viva-voce/forensics'
import { type CatalogueVoice, createSpeakerModel, type SpeakerModel } from '@viva-voce/speech'
import type { Logger } from '../kit/logger.ts'
import type { HeardVoice } from './hear-voice.ts'
import type { StoredResult, StoredSpeech, StoredTask } from './tasks.ts'

/** Of each engine; more would tell little more of the model, and espeak-ng's are one speaker anyhow. */
const mostVoicesOfAnEngine = 6
const mostPieces = 4
const pieceSeconds = 2

/** The speaker model of the operator, in use: calibrated on the voices that are here. */
export interface OperatorSpeakers {
  version: number
  embed(speech: StoredSpeech): Promise<SpeakerEmbedding>
  /** A check's result with the findings on the voice. */
  judge(
    result: StoredResult & { speech?: StoredSpeech },
    expected: NonNullable<StoredTask['voice']>,
  ): Promise<StoredResult>
}

export interface SpeakerModelLine {
  /** Calibrates at the first call; null where there is no model, or none that can be used, which the log tells. */
  ready(): Promise<OperatorSpeakers | null>
  close(): Promise<void>
}

const none: SpeakerModelLine = { ready: async () => null, close: async () => {} }

/**
 * Reads what the file says of itself; one that cannot be used is told in the log, and the model that comes with the product goes on.
 * @param hear makes a voice speak, and gives the speech
 */
export function openSpeakerModel(options: {
  file: string | null
  voices: () => readonly CatalogueVoice[]
  hear: (voice: CatalogueVoice) => Promise<HeardVoice | null>
  logger: Logger
}): SpeakerModelLine {
  const { file, logger } = options
  if (!file) return none
  let model: SpeakerModel
  try {
    model = createSpeakerModel({ file })
  } catch (error) {
    logger.warn({ file, err: error }, 'the speaker model cannot be used')
    return none
  }
  let ready: Promise<OperatorSpeakers | null> | undefined
  return {
    ready() {
      ready ??= calibrate(model, options).catch((error: unknown) => {
        logger.warn({ file, err: error }, 'the speaker model could not be calibrated')
        return null
      })
      return ready
    },
    close: () => model.close(),
  }
}

async function calibrate(
  model: SpeakerModel,
  { voices, hear, logger }: Parameters<typeof openSpeakerModel>[0],
): Promise<OperatorSpeakers | null> {
  const embed = async ({ pcm, seconds }: StoredSpeech): Promise<SpeakerEmbedding> => {
    return { version: model.version, values: await model.embed(pcm), seconds }
  }
  const heard = []
  for (const voice of chosen(voices())) {
    const known = await hear(voice)
    if (!known?.speech) continue
    const { samples, sampleRateHz } = known.speech
    const half = samples.length >> 1
    const speech = (from: number, to: number): StoredSpeech => ({
      pcm: { samples: samples.slice(from, to), sampleRateHz },
      seconds: (to - from) / sampleRateHz,
    })
    const piece = pieceSeconds * sampleRateHz
    const count = Math.min(mostPieces, Math.floor((samples.length - half) / piece))
    const trials = []
    for (let i = 0; i < count; i++)
      trials.push(await embed(speech(half + i * piece, half + (i + 1) * piece)))
    heard.push({ known, enrolled: await embed(speech(0, half)), trials })
  }
  const calibration = calibrateSpeakers(heard)
  return isUsable(calibration, logger) ? inUse(model.version, embed, calibration) : null
}

function chosen(voices: readonly CatalogueVoice[]): CatalogueVoice[] {
  const byEngine = Map.groupBy(voices, ({ engine }) => engine.name)
  return [...byEngine.values()].flatMap((group) => group.slice(0, mostVoicesOfAnEngine))
}

function isUsable(calibration: Calibration | null, logger: Logger): calibration is Calibration {
  if (!calibration) {
    logger.warn('too few voices are here to calibrate the speaker model, so it is not used')
    return false
  }
  const { judge, ...figures } = calibration
  const limits = { matchScore: judge.matchScore, otherLead: judge.otherLead }
  if (calibration.eer > MOST_EER) {
    logger.warn(figures, 'the speaker model tells the voices here apart too badly to be used')
    return false
  }
  logger.info({ ...figures, ...limits }, 'the speaker model is calibrated and in use')
  return true
}

function inUse(
  version: number,
  embed: OperatorSpeakers['embed'],
  { judge }: Calibration,
): OperatorSpeakers {
  return {
    version,
    embed,
    async judge({ speech, ...result }, expected) {
      if (!speech) return result
      const signals = [
        ...result.scan.signals,
        ...judgeVoice(await heardIn(speech), expected, judge),
      ]
      return { ...result, scan: { passed: signals.every(({ passed }) => passed), signals } }
    },
  }

  /** Silence has no speaker, and a model may refuse it. */
  async function heardIn(speech: StoredSpeech): Promise<SpeakerEmbedding> {
    return speech.seconds > 0.1
      ? embed(speech)
      : { version, values: new Float32Array(0), seconds: 0 }
  }
}

/** Of the model that voices are heard by now. */
export async function versionInUse(line: SpeakerModelLine): Promise<number> {
  return (await line.ready())?.version ?? SPEAKER_MODEL_VERSION
}
