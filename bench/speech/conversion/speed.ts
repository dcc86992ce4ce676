/** Processor time of one thread: conversion by stage, training by minutes of audio, and how long an abort waits. */
import { concatenate, type Pcm } from '../../../packages/audio/index.ts'
import { measureAperiodicity } from '../../../packages/speech/src/conversion/aperiodicity.ts'
import { convert, convertFeatures } from '../../../packages/speech/src/conversion/convert.ts'
import { logEnvelope } from '../../../packages/speech/src/conversion/envelope.ts'
import { trackF0 } from '../../../packages/speech/src/conversion/f0.ts'
import { analyse } from '../../../packages/speech/src/conversion/features.ts'
import { BINS, COEFFICIENTS, HOP } from '../../../packages/speech/src/conversion/frames.ts'
import { envelopeToMcep } from '../../../packages/speech/src/conversion/mcep.ts'
import { encodeModel, type VoiceModel } from '../../../packages/speech/src/conversion/model.ts'
import { trainVoice } from '../../../packages/speech/src/conversion/train.ts'
import { synthesise } from '../../../packages/speech/src/conversion/vocoder.ts'
import { round } from '../../lib/report.ts'
import { timed, total } from './speakers.ts'

/** Times real time of each stage, warm, over all recordings (16 kHz). */
export async function speedByStage(recordings: readonly Pcm[], model: VoiceModel) {
  const envelope = new Float64Array(BINS)
  const mcep = new Float32Array(COEFFICIENTS)
  const bands = new Float32Array(8)
  const all = recordings.map((pcm) => ({ samples: pcm.samples, features: analyse(pcm) }))
  const eachFrame = (work: (samples: Float32Array, f0: Float32Array, t: number) => void) => () => {
    for (const { samples, features } of all) {
      for (let t = 0; t < features.f0.length; t++) work(samples, features.f0, t)
    }
  }
  const stages: Record<string, () => unknown> = {
    F0: () => all.map(({ samples }) => trackF0(samples)),
    envelope: eachFrame((samples, f0, t) => logEnvelope(samples, t * HOP, f0[t]!, envelope)),
    'mel-cepstra': eachFrame(() => envelopeToMcep(envelope, mcep, 0)),
    aperiodicity: eachFrame((samples, f0, t) => measureAperiodicity(samples, f0, t, bands, 0)),
    'mapping, level, pitch': () => all.map(({ features }) => convertFeatures(features, model)),
    vocoder: () => all.map(({ features }) => synthesise(features)),
    'whole chain': () => recordings.map((pcm) => synthesise(convertFeatures(analyse(pcm), model))),
  }
  const rows: { stage: string; timesRealTime: number }[] = []
  for (const [stage, work] of Object.entries(stages)) {
    work()
    const { seconds: used } = await timed(work)
    rows.push({ stage, timesRealTime: round(total(recordings) / used, 1) })
  }
  return rows
}

/** The most work between two looks at whether a conversion was aborted, on three quarters of a minute of speech. */
export async function abortRow(recordings: readonly Pcm[], model: VoiceModel) {
  const long = concatenate([...recordings, ...recordings])
  await convert(long, model)
  const { signal, stretch } = watchedSignal()
  const { seconds } = await timed(() => convert(long, model, signal))
  return {
    audioSeconds: round(total([long]), 1),
    wholeMs: round(seconds * 1000, 0),
    longestBetweenReadingsMs: round(stretch.most, 0),
  }
}

/** A signal that never aborts and keeps the most processor time between two readings of it. */
function watchedSignal() {
  const stretch = { most: 0, last: process.cpuUsage() }
  const signal = new AbortController().signal
  Object.defineProperty(signal, 'aborted', {
    get: () => {
      const { user, system } = process.cpuUsage(stretch.last)
      stretch.most = Math.max(stretch.most, (user + system) / 1e3)
      stretch.last = process.cpuUsage()
      return false
    },
  })
  return { signal, stretch }
}

/** Training on recordings repeated or cut to a length, with the most work between two readings of the signal. */
export async function trainingRow(
  base: readonly Pcm[],
  talent: readonly Pcm[],
  minutes: number,
  parallel: boolean,
) {
  const { signal, stretch } = watchedSignal()
  const count = leading(talent, minutes)
  const [ours, theirs] = [repeated(base, count), repeated(talent, count)]
  const request = { base: ours, talent: theirs, parallel, seed: 1, signal }
  const { seconds, result: model } = await timed(() => trainVoice(request))
  const row = {
    minutes,
    script: parallel ? 'yes' : 'no',
    trainSeconds: round(seconds, 0),
    usedSeconds: round(model.seconds, 0),
    modelMb: round(encodeModel(model).length / 1e6, 1),
    longestBetweenReadingsMs: round(stretch.most, 0),
    peakMemoryMb: round(process.resourceUsage().maxRSS / 1024, 0),
  }
  console.error(JSON.stringify(row))
  return row
}

/** How many recordings, over and over, make `minutes`. */
function leading(recordings: readonly Pcm[], minutes: number): number {
  return Math.max(2, Math.round((minutes * 60 * recordings.length) / total(recordings)))
}

function repeated(recordings: readonly Pcm[], count: number): Pcm[] {
  return Array.from({ length: count }, (_, i) => recordings[i % recordings.length]!)
}
