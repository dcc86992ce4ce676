import { decodeWav } from '@viva-voce/audio'
import type { CloneReference } from '@viva-voce/speech'
import type { ObjectStore } from '../kit/object-store.ts'
import type { ClonedVoice } from './custom-protocol.ts'
import { ModelCache } from './model-cache.ts'

/** Ten seconds at 24 kHz take 1 MB. */
const keptBytes = 64 * 2 ** 20

/** The recordings that cloned voices speak as, read from the object store once as long as they are in use. */
export function openReferences(objects: ObjectStore): {
  read(clone: ClonedVoice): Promise<CloneReference>
} {
  const kept = new ModelCache<CloneReference>(keptBytes)
  return {
    async read({ referenceKey, text, locale }) {
      const known = kept.get(referenceKey)
      if (known) return known
      const { pcm } = decodeWav(await objects.get(referenceKey))
      const reference = { pcm, text, locale }
      kept.set(referenceKey, reference, pcm.samples.byteLength)
      return reference
    },
  }
}
