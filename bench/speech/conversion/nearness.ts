/** How near conversion comes to stand-in talents, with and without a script. */

import { distanceBetween } from '../../../packages/speech/src/conversion/distance.ts'
import { analyse } from '../../../packages/speech/src/conversion/features.ts'
import type { Gmm } from '../../../packages/speech/src/conversion/gmm.ts'
import { encodeModel } from '../../../packages/speech/src/conversion/model.ts'
import {
  judge,
  measureVoice,
  modelSpeaker,
} from '../../../packages/speech/src/conversion/report.ts'
import { trainVoice } from '../../../packages/speech/src/conversion/train.ts'
import { synthesise } from '../../../packages/speech/src/conversion/vocoder.ts'
import { round } from '../../lib/report.ts'
import { mean, sayAll, timed, total } from './speakers.ts'

const SEED = 1
/** Timbres learnt from the script, by speaker. */
const timbres = new Map<string, Gmm>()

async function timbreOf(speaker: string, { script }: Texts): Promise<Gmm> {
  const timbre = timbres.get(speaker) ?? (await modelSpeaker(await sayAll(speaker, script)))
  timbres.set(speaker, timbre)
  return timbre
}

/** What base and talent say; without a script the talent says something else than the base. */
export interface Texts {
  script: readonly string[]
  held: readonly string[]
  /** What the talent records without a script. */
  free: readonly string[]
}

export interface Names {
  base: string
  talent: string
}

/** Distortion between a voice and its own analysis and synthesis, about what no conversion can go under. */
export async function copyFloor(voices: readonly string[], texts: readonly string[]) {
  const rows: { voice: string; floorDb: number }[] = []
  for (const voice of voices) {
    const floors = (await sayAll(voice, texts)).map((pcm) => {
      const features = analyse(pcm)
      return distanceBetween(analyse(synthesise(features)), features).mcdDb
    })
    rows.push({ voice, floorDb: round(mean(floors), 2) })
  }
  return rows
}

/** Trains one pair and measures it on sentences that neither was trained with. */
export async function nearnessRow(
  { base, talent }: Names,
  texts: Texts,
  hasScript: boolean,
  others: readonly string[],
) {
  const spokenBase = await sayAll(base, texts.script)
  const spoken = await sayAll(talent, hasScript ? texts.script : texts.free)
  const request = { base: spokenBase, talent: spoken, parallel: hasScript, seed: SEED }
  const { seconds, result: model } = await timed(() => trainVoice(request))
  const speakers = {
    talent: await timbreOf(talent, texts),
    base: await timbreOf(base, texts),
    others: await Promise.all(others.map((other) => timbreOf(other, texts))),
  }
  const held = { base: await sayAll(base, texts.held), talent: await sayAll(talent, texts.held) }
  const report = await measureVoice({ model, ...held, parallel: true, speakers })
  const { before, after } = report
  const row = {
    base,
    talent,
    script: hasScript ? 'yes' : 'no',
    mcdBefore: round(before.mcdDb!, 2),
    mcdAfter: round(after.mcdDb!, 2),
    pitchBefore: round(before.pitchSemitones, 2),
    pitchAfter: round(after.pitchSemitones, 2),
    contour: round(after.contourSemitones!, 2),
    ratioToBase: round(after.ratioToBase, 1),
    ratioToOthers: round(after.ratioToOthers, 1),
    verdict: judge(report).passed ? 'passed' : 'failed',
    trainSeconds: round(seconds, 0),
    audioSeconds: round(total(spoken), 0),
    modelMb: round(encodeModel(model).length / 1e6, 1),
  }
  console.error(JSON.stringify(row))
  return { row, model }
}
