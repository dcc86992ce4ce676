/**
 * Voice conversion: what copying a voice costs, how near conversion comes to stand-in talents with and without a
 * script, whether a recogniser still understands it, other languages, and time. Stand-in talents are voices of
 * other engines than their base. Times are processor time of one thread.
 * Usage: node bench/speech/conversion.ts [--only speed|nearness|languages|training] [--sentences 16]
 */
import { parseArgs } from 'node:util'
import { chooseBase } from '../../packages/speech/src/conversion/choose-base.ts'
import { convert } from '../../packages/speech/src/conversion/convert.ts'
import {
  heldOutSentences,
  trainingSentences,
} from '../../packages/speech/src/conversion/sentences-en.ts'
import { trainVoice } from '../../packages/speech/src/conversion/train.ts'
import { report, round } from '../lib/report.ts'
import { hasRecogniser, wordErrorPercent } from './conversion/intelligibility.ts'
import { languageRows } from './conversion/languages.ts'
import { copyFloor, nearnessRow } from './conversion/nearness.ts'
import { qualityRow } from './conversion/quality.ts'
import { isHere, mean, sayAll } from './conversion/speakers.ts'
import { abortRow, speedByStage, trainingRow } from './conversion/speed.ts'
import { freeSentences, heardSentences } from './conversion/texts.ts'

const { values } = parseArgs({
  options: { only: { type: 'string' }, sentences: { type: 'string', default: '16' } },
})
const wanted = (part: string) => values.only === undefined || values.only === part

const TEXTS = { script: trainingSentences, held: heldOutSentences, free: freeSentences }
const FLITE = ['flite rms', 'flite slt']
const PAIRS = [
  { base: 'flite rms', talent: 'espeak-ng en-us' },
  { base: 'flite slt', talent: 'espeak-ng en-us' },
  { base: 'flite slt', talent: 'festival hts' },
  { base: 'flite rms', talent: 'festival kal' },
  { base: 'espeak-ng en-us', talent: 'flite rms' },
]
/** How fast a conversion is does not depend on what its model was trained with, as soon as that has all mixtures. */
const SPEED_SENTENCES = 12
const MINUTES = [0.5, 2, 5, 10]

type Rows = Record<string, unknown>[]
const tables: Record<string, Rows> = {}
/** Word errors of each voice as it is. */
const errors = new Map<string, number>()

async function nearness(): Promise<void> {
  const names = [...new Set(PAIRS.flatMap(({ base, talent }) => [base, talent]))]
  const here: string[] = []
  for (const name of names) if (await isHere(name)) here.push(name)
  tables['copy of a voice by analysis and synthesis (dB)'] = await copyFloor(here, TEXTS.held)
  const recognise = hasRecogniser()
  const rows: Awaited<ReturnType<typeof nearnessRow>>['row'][] = []
  const quality: Rows = []
  const heard: Rows = []
  for (const pair of PAIRS) {
    if (!here.includes(pair.base) || !here.includes(pair.talent)) continue
    const others = here.filter((name) => name !== pair.base && name !== pair.talent)
    for (const hasScript of [true, false]) {
      const { row, model } = await nearnessRow(pair, TEXTS, hasScript, others)
      rows.push(row)
      const held = await sayAll(pair.base, TEXTS.held)
      const own = await sayAll(pair.talent, TEXTS.held)
      const converted = []
      for (const pcm of held) converted.push(await convert(pcm, model))
      quality.push({ ...pair, script: row.script, ...qualityRow(held, converted, own) })
      if (recognise && hasScript) heard.push(await intelligibilityRow(pair, row.script, model))
    }
  }
  tables['nearness to stand-in talents'] = rows
  tables['mean over all pairs, and over those with the base that chooseBase takes'] =
    await means(rows)
  tables['quality of converted speech'] = quality
  tables['word errors of pocketsphinx'] = heard
}

/** Word errors of a voice as it is, in percent. */
async function errorsOf(speaker: string): Promise<number> {
  const known = errors.get(speaker)
  const percent = known ?? wordErrorPercent(await sayAll(speaker, heardSentences), heardSentences)
  errors.set(speaker, percent)
  return percent
}

async function intelligibilityRow(
  { base, talent }: { base: string; talent: string },
  script: string,
  model: Parameters<typeof convert>[1],
) {
  const spoken = await sayAll(base, heardSentences)
  const converted = []
  for (const pcm of spoken) converted.push(await convert(pcm, model))
  const before = await errorsOf(base)
  const after = wordErrorPercent(converted, heardSentences)
  const row = {
    base,
    talent,
    script,
    basePercent: round(before),
    talentPercent: round(await errorsOf(talent)),
    convertedPercent: round(after),
    ratio: round(after / before, 2),
    // What the recogniser makes of the talent's own speech bounds what conversion can be blamed for.
    ratioToTalent: round(after / (await errorsOf(talent)), 2),
  }
  console.error(JSON.stringify(row))
  return row
}

async function means(rows: Awaited<ReturnType<typeof nearnessRow>>['row'][]): Promise<Rows> {
  const chosen = new Map<string, string>()
  for (const talent of new Set(rows.map((row) => row.talent))) {
    const bases = [...new Set(rows.filter((row) => row.talent === talent).map((row) => row.base))]
    const some = (name: string) => sayAll(name, TEXTS.held.slice(0, 3))
    const spoken = []
    for (const base of bases) spoken.push(await some(base))
    chosen.set(talent, bases[chooseBase(spoken, await some(talent))]!)
  }
  const meanOf = (script: string, isChosen: boolean) => {
    const some = rows.filter(
      (row) => row.script === script && (!isChosen || chosen.get(row.talent) === row.base),
    )
    return round(mean(some.map((row) => row.mcdAfter)), 2)
  }
  return ['yes', 'no'].map((script) => ({
    script,
    allDb: meanOf(script, false),
    chosenBaseDb: meanOf(script, true),
  }))
}

if (wanted('speed')) {
  const [base, talent] = [FLITE[1]!, FLITE[0]!]
  const script = TEXTS.script.slice(0, SPEED_SENTENCES)
  const model = await trainVoice({
    base: await sayAll(base, script),
    talent: await sayAll(talent, script),
    parallel: true,
    seed: 1,
  })
  const held = await sayAll(base, TEXTS.held)
  tables['conversion by stage (times real time)'] = await speedByStage(held, model)
  tables['how long an abort of a conversion waits at most'] = [await abortRow(held, model)]
}
if (wanted('nearness')) await nearness()
if (wanted('languages')) {
  tables['languages beyond English'] = await languageRows(Number(values.sentences))
}
if (wanted('training')) {
  const [base, talent] = [
    await sayAll(FLITE[1]!, TEXTS.script),
    await sayAll(FLITE[0]!, TEXTS.script),
  ]
  const rows: Rows = []
  for (const minutes of MINUTES) rows.push(await trainingRow(base, talent, minutes, true))
  rows.push(await trainingRow(base, talent, MINUTES[0]!, false))
  tables['training by minutes of audio'] = rows
}
report('conversion', tables)
