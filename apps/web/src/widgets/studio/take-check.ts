// What a talent should know before the next sentence. The server measures again, and more, at the upload.

/** Samples this near full scale stand on top … */
const topLevel = 0.99
/** … and this many in a row are a cut-off wave; a single one can be a true peak. */
const leastRun = 3
/** Shorter frames than a syllable, longer than a pitch period. */
const frameSeconds = 0.02
/** Frames this near the loudest are speech (ITU-T P.56's margin). */
const speechMarginDb = 15.9
/** Speech under this is near the noise of many converters; the server refuses to train under −50. */
const quietDb = -40
/** Nothing at all was heard: most likely the wrong microphone, or a muted one. */
const silentDb = -60
const leastSeconds = 1

export type TakeProblem = 'clipped' | 'silent' | 'quiet' | 'short'

export const takeAdvice: Record<TakeProblem, string> = {
  clipped: 'Too loud: the top of the wave is cut off. Move back a little and read it again.',
  silent: 'Nothing was heard. Check that the right microphone is chosen and not muted.',
  quiet: 'Too quiet. Come closer to the microphone or turn it up, and read it again.',
  short: 'Very short. Press Stop only after the last word.',
}

/** The level of a block of samples in decibels of full scale: its highest sample. −∞ for silence. */
export function peakDb(samples: Float32Array): number {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  return 20 * Math.log10(peak)
}

/** Looks for what would make a take useless; the gravest first. */
export function checkTake(samples: Float32Array, sampleRateHz: number): TakeProblem[] {
  if (samples.length < leastSeconds * sampleRateHz) return ['short']
  const speechDb = speechLevelDb(samples, sampleRateHz)
  if (speechDb < silentDb) return ['silent']
  const problems: TakeProblem[] = []
  if (isClipped(samples)) problems.push('clipped')
  if (speechDb < quietDb) problems.push('quiet')
  return problems
}

function isClipped(samples: Float32Array): boolean {
  let run = 0
  for (const sample of samples) {
    run = Math.abs(sample) >= topLevel ? run + 1 : 0
    if (run >= leastRun) return true
  }
  return false
}

/** Mean power of the frames that hold speech, in decibels of full scale. */
function speechLevelDb(samples: Float32Array, sampleRateHz: number): number {
  const frameLength = Math.round(frameSeconds * sampleRateHz)
  const powers: number[] = []
  for (let at = 0; at + frameLength <= samples.length; at += frameLength) {
    let sum = 0
    for (const sample of samples.subarray(at, at + frameLength)) sum += sample * sample
    powers.push(sum / frameLength)
  }
  const least = Math.max(...powers) * 10 ** (-speechMarginDb / 10)
  const speech = powers.filter((power) => power >= least)
  return 10 * Math.log10(speech.reduce((sum, power) => sum + power, 0) / speech.length)
}
