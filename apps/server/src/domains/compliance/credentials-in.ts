import { open, readFile, stat } from 'node:fs/promises'
import type { ContentCredentials } from '@viva-voce/contract'
import type { Context } from '../../context.ts'

/** A manifest is signed over the whole file, which has to be in memory for it. */
const mostBytes = 24 * 1024 * 1024
/** What files begin with that can carry one here: RIFF, and an ID3 tag. */
const heads = ['RIFF', 'ID3']

/** What the content credentials of a received file say; null when there are none to be read. */
export async function credentialsIn(
  ctx: Context,
  path: string,
): Promise<ContentCredentials | null> {
  if ((await stat(path)).size > mostBytes || !(await mayCarry(path))) return null
  const found = await ctx.provenance.read(await readFile(path))
  if (!found) return null
  const { title, generator, digitalSourceType, isOurs, isValid } = found
  return {
    state: isOurs ? 'ours' : isValid ? 'others' : 'broken',
    title,
    generator,
    digital_source_type: digitalSourceType,
  }
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
