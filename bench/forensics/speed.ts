/** Processor time of the worker's checks on one thread, on what the product delivers. */
import { concatenate, decodeWav, encodeWav, type Pcm } from '../../packages/audio/index.ts'
import {
  assessRecording,
  embedSpeaker,
  scanSynthesis,
  scoreSpeakers,
} from '../../packages/forensics/index.ts'
import { findCatalogueVoice, heldOutSentences, speakWhole } from '../../packages/speech/index.ts'
import { detect, embed } from '../../packages/watermark/index.ts'
import { round } from '../lib/report.ts'

const keys = [{ key: new Uint8Array(32).fill(7), keyVersion: 1 }]

export async function speedTables(): Promise<Record<string, Record<string, unknown>[]>> {
  const { engine, engineVoice } = findCatalogueVoice('premium_en_us_001')!
  const spoken = await speakWhole({ engine, voice: engineVoice, text: heldOutSentences.join(' ') })
  const clip = (seconds: number) => cut(spoken, seconds)
  const own = embedSpeaker(spoken)
  const others = Array.from({ length: 1_000 }, (_, i) => ({
    voiceId: `voice_${i}`,
    speaker: { ...own, values: own.values.map((value) => -value) },
  }))
  const rows = [1, 3, 10, 30].map((seconds) => {
    const { pcm } = embed(clip(seconds), { payload: 77, ...keys[0]! })
    const bytes = encodeWav(pcm)
    const expectation = { seconds, voice: { own, others, isAltered: false } }
    const voice = cpuMs(() => embedSpeaker(pcm))
    const scan = cpuMs(() => scanSynthesis(pcm, expectation))
    const mark = cpuMs(() => detect(pcm, { keys }))
    const whole = cpuMs(() => {
      const read = decodeWav(bytes).pcm
      detect(read, { keys })
      scanSynthesis(read, expectation)
    })
    return {
      'file of s': seconds,
      'embedding ms': round(voice),
      'embedding × real time': Math.round((1_000 * seconds) / voice),
      'whole scan ms': round(scan),
      'watermark ms': round(mark),
      'verification ms': round(whole),
      'files a second': round(1_000 / whole),
    }
  })
  const minutes = concatenate(Array.from({ length: 8 }, () => spoken))
  const upload = cpuMs(() => assessRecording(minutes, { keys }), 1)
  const compare = cpuMs(() => others.forEach(({ speaker }) => void scoreSpeakers(own, speaker)))
  return {
    'verification of a stored WAV, one thread, 1,000 other voices': rows,
    'the rest': [
      {
        what: `report of a recording of ${round(minutes.samples.length / minutes.sampleRateHz)} s`,
        'processor ms': round(upload),
      },
      { what: '1,000 comparisons of speakers', 'processor ms': round(compare, 2) },
    ],
  }
}

function cut({ samples, sampleRateHz }: Pcm, seconds: number): Pcm {
  const length = seconds * sampleRateHz
  return {
    sampleRateHz,
    samples: Float32Array.from({ length }, (_, n) => samples[n % samples.length]!),
  }
}

/** Median processor time of a call, after one that warms up. */
function cpuMs(work: () => unknown, times = 7): number {
  work()
  const all = Array.from({ length: times }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return all.toSorted((a, b) => a - b)[Math.floor(times / 2)]!
}
