import { fingerprintOf } from '@viva-voce/fingerprint'
import { readStored } from './check-stored.ts'
import type { FingerprintResult, FingerprintTask } from './detection-protocol.ts'

/** The fingerprint of a stored synthesis; empty for a file that is no audio, which its verification finds. */
export async function fingerprintStored(task: FingerprintTask): Promise<FingerprintResult> {
  const pcm = await readStored(task)
  if (typeof pcm !== 'string') return fingerprintOf(pcm)
  return { hashes: new Int32Array(0), frames: new Int32Array(0) }
}
