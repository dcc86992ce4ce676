import type { Pcm } from '@viva-voce/audio'

/** As in flite: raised or lowered speech is played at another rate, kept to where resampling is cheap. */
const RATE_GRID_HZ = 100

/** The models have no pitch of their own: speech is made slower or faster by `speak` and played at another rate. */
export async function playedHigher(
  pitchSemitones: number,
  speed: number,
  speak: (speed: number) => Promise<Pcm>,
): Promise<Pcm> {
  const ratio = 2 ** (pitchSemitones / 12)
  const pcm = await speak(speed / ratio)
  if (pitchSemitones === 0) return pcm
  const sampleRateHz = Math.round((pcm.sampleRateHz * ratio) / RATE_GRID_HZ) * RATE_GRID_HZ
  return { ...pcm, sampleRateHz }
}
