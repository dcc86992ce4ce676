import { open, readFile, stat } from 'node:fs/promises'
import type { ContentCredentials } from '@viva-voce/contract'
import type { Context } from '../../context.ts'

/** A manifest is signed over the whole file, which has to be in memory for it: nearly nine minutes of our WAV. */
const mostBytes = 24 * 1024 * 1024
const mostManifestBytes = 2 ** 20
/** What files begin with that can carry one here: RIFF, and an ID3 tag. */
const heads = ['RIFF', 'ID3']

/**
 * What the content credentials of a received file say, or those in a file beside it; null when there are none to be read.
 * @param manifestPath a `.c2pa` file that came with it
 */
export async function credentialsIn(
  ctx: Context,
  path: string,
  manifestPath: string | null,
): Promise<ContentCredentials | null> {
  if ((await stat(path)).size > mostBytes) return null
  const found = manifestPath ? await beside(ctx, path, manifestPath) : await inside(ctx, path)
  if (!found) return null
  const { title, generator, digitalSourceType, isOurs, isValid } = found
  return {
    state: isOurs ? 'ours' : isValid ? 'others' : 'broken',
    title,
    generator,
    digital_source_type: digitalSourceType,
  }
}

async function inside({ provenance }: Context, path: string) {
  return (await mayCarry(path)) ? provenance.read(await readFile(path)) : null
}

/** What is far larger than a manifest is none, and not worth the memory. */
async function beside({ provenance }: Context, path: string, manifestPath: string) {
  const isManifest = (await stat(manifestPath)).size <= mostManifestBytes
  const manifest = isManifest ? await readFile(manifestPath) : Buffer.alloc(0)
  return provenance.read(await readFile(path), manifest)
}

async function mayCarry(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    const head = buffer.subarray(0, bytesRead).toString('latin1')
    return heads.some((known) => head.startsWith(known))
  } finally {
    await file.close()
  }
}
