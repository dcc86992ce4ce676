import { open, stat } from 'node:fs/promises'
import type { Tags } from './detection-protocol.ts'

/** Tags stand at the beginning or the end of a file, and those of an hour of MP4 behind its index. */
const edgeBytes = 2 ** 20
const id = '[0-9a-hjkmnp-tv-z]{26}'
const licence = new RegExp(`lic_${id}`)
const synthesis = new RegExp(`syn_${id}`)
/** Our notice, and the IPTC's words for it (XMP, or a tag). */
const aiNotice = /AI-generated|digitalsourcetype\/(?:trained)?algorithmicMedia/i

/**
 * What a file says of itself. RIFF INFO, ID3, Vorbis comments, MP4 tags, bext and XMP all hold their text as it
 * is, so the first and last megabyte are searched for our words, and no reader of tags can be tripped.
 */
export async function readTags(path: string): Promise<Tags> {
  const text = await edgesOf(path)
  return {
    aiGenerated: aiNotice.test(text),
    licenceId: licence.exec(text)?.[0] ?? null,
    synthesisId: synthesis.exec(text)?.[0] ?? null,
  }
}

async function edgesOf(path: string): Promise<string> {
  const { size } = await stat(path)
  const file = await open(path)
  try {
    const head = await file.read(Buffer.alloc(edgeBytes), 0, edgeBytes, 0)
    const at = Math.max(head.bytesRead, size - edgeBytes)
    const tail = await file.read(Buffer.alloc(edgeBytes), 0, edgeBytes, at)
    const parts = [head, tail].map(({ buffer, bytesRead }) =>
      buffer.toString('latin1', 0, bytesRead),
    )
    // Other programs write ID3 as UTF-16.
    return parts.join('\n').replaceAll('\0', '')
  } finally {
    await file.close()
  }
}
