/** Which recordings teach a voice, and which are kept back to measure it with. */
import { readingScript, sentenceNumberOf } from '@viva-voce/speech'
import type { RecordingUse, TaskRecording } from './training-protocol.ts'

/** Under this the script's alignment has too little to go by; everything is free speech then. */
const leastScriptSeconds = 10
const leastScriptRecordings = 3
/** One in six is kept back, but no more than the report needs to be steady. */
const heldShare = 1 / 6
const mostHeld = 8
/** Seconds a letter takes aloud: from a hurried reader to one who pauses at every word. */
const secondsPerLetter = { least: 0.03, most: 0.2 }

/** A place in the list of recordings, with the sentence that it reads. */
export interface ScriptRecording {
  index: number
  sentence: number
}

export type TrainingPlan =
  | { parallel: true; train: ScriptRecording[]; held: ScriptRecording[]; uses: RecordingUse[] }
  | { parallel: false; uses: RecordingUse[] }

/**
 * Recordings that are numbered by the script are used with it when there is enough of them; a number that is
 * given twice means the later file, and one whose length cannot be the sentence's counts as free speech.
 */
export function planTraining(recordings: readonly TaskRecording[], locale: string): TrainingPlan {
  const script = readingScript(locale)
  const bySentence = new Map<number, ScriptRecording>()
  for (const [index, { fileName, speechSeconds }] of recordings.entries()) {
    const sentence = sentenceNumberOf(fileName, locale)
    if (!script || !sentence || !canBe(script[sentence - 1]!, speechSeconds)) continue
    bySentence.set(sentence, { index, sentence })
  }
  const numbered = [...bySentence.values()].sort((a, b) => a.sentence - b.sentence)
  const seconds = numbered.reduce((sum, { index }) => sum + recordings[index]!.speechSeconds, 0)
  if (numbered.length < leastScriptRecordings || seconds < leastScriptSeconds) {
    return { parallel: false, uses: recordings.map(() => ({ use: 'free', sentence: null })) }
  }
  const kept = new Set(heldBack(numbered, ({ index }) => recordings[index]!.speechSeconds))
  const uses = recordings.map((_, index): RecordingUse => {
    const one = numbered.find((recording) => recording.index === index)
    if (!one) return { use: 'unused', sentence: null }
    return { use: kept.has(one) ? 'measuring' : 'script', sentence: one.sentence }
  })
  return {
    parallel: true,
    train: numbered.filter((one) => !kept.has(one)),
    held: numbered.filter((one) => kept.has(one)),
    uses,
  }
}

function canBe(sentence: string, speechSeconds: number): boolean {
  const { least, most } = secondsPerLetter
  return speechSeconds >= least * sentence.length && speechSeconds <= most * sentence.length
}

/**
 * Which of some pieces to keep back: about one in six, at least one, evenly spread over those that hold no less
 * than the middle one, so that a silent piece is never what a voice is measured on.
 */
export function heldBack<T>(pieces: readonly T[], contentOf: (piece: T) => number): T[] {
  const median = pieces.map(contentOf).sort((a, b) => a - b)[pieces.length >> 1]!
  const full = pieces.filter((piece) => contentOf(piece) >= median)
  const count = Math.max(1, Math.min(mostHeld, Math.floor(pieces.length * heldShare)))
  return full.filter((_, place) => {
    const [before, after] = [(place * count) / full.length, ((place + 1) * count) / full.length]
    return Math.floor(before) !== Math.floor(after)
  })
}
