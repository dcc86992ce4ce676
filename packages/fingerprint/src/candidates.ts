import { OFFSET_BIN_FRAMES } from './params.ts'
import type { Probes } from './probes.ts'

/** An entry of the registry whose hash was asked for. */
export interface Match {
  hash: number
  /** The synthesis' number. */
  number: number
  /** The frame in the synthesis. */
  frame: number
}

/** A synthesis that the audio may be, or be a part of. */
export interface Candidate {
  number: number
  /** Distinct frames of the synthesis that stand in the audio at one time offset. */
  votes: number
}

/**
 * The syntheses with the most frames that match at one time offset and one speed, best first. A candidate
 * is a suspicion and no more: whether the audio is that synthesis is for the watermark to say.
 * @param matches every entry of the registry whose hash is among the probes
 * @param options.atLeast fewest votes; under 3 nearly all are chance (bench/fingerprint)
 * @param options.atMost how many are given
 */
export function rankCandidates(
  probes: Probes,
  matches: readonly Match[],
  { atLeast, atMost }: { atLeast: number; atMost: number },
): Candidate[] {
  const asked = indexOf(probes)
  const bins = new Map<string, Set<number>>()
  for (const { hash, number, frame } of matches) {
    for (const i of asked.get(hash) ?? []) {
      const offset = (frame - probes.frames[i]!) / OFFSET_BIN_FRAMES
      // Half-overlapped bins, so that no edge parts what belongs together.
      for (const bin of [Math.floor(offset), Math.floor(offset + 0.5) - 0.5]) {
        const key = `${number}/${probes.scales[i]}/${bin}`
        const frames = bins.get(key)
        if (frames) frames.add(frame)
        else bins.set(key, new Set([frame]))
      }
    }
  }
  return bestOf(bins)
    .filter(({ votes }) => votes >= atLeast)
    .sort((a, b) => b.votes - a.votes || b.number - a.number)
    .slice(0, atMost)
}

function indexOf(probes: Probes): Map<number, number[]> {
  const asked = new Map<number, number[]>()
  probes.hashes.forEach((hash, i) => {
    const places = asked.get(hash)
    if (places) places.push(i)
    else asked.set(hash, [i])
  })
  return asked
}

function bestOf(bins: ReadonlyMap<string, ReadonlySet<number>>): Candidate[] {
  const votes = new Map<number, number>()
  for (const [key, frames] of bins) {
    const number = Number.parseInt(key, 10)
    votes.set(number, Math.max(votes.get(number) ?? 0, frames.size))
  }
  return Array.from(votes, ([number, count]) => ({ number, votes: count }))
}
