import { uploadLimits } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import { type ReceivedFile, refused } from '../../http/receive-files.ts'
import { ApiError } from '../../kit/api-error.ts'
import { PoolFullError } from '../../kit/work-pool.ts'
import type { Recording, RecordingResult } from '../../work/inspect-recording.ts'
import { busy } from '../../work/refusals.ts'
import { watermarkKeyVersion } from '../../work/tasks.ts'

/** What a file's content must be, by its extension. */
const containers: Readonly<Record<string, string>> = { '.wav': 'wav', '.mp3': 'mp3', '.m4a': 'mp4' }

/** A file that was received, decoded whole and measured. */
export type InspectedFile = ReceivedFile & Recording

/** Reads the files one after the other, off the event loop. Throws a refusal that names the first bad one. */
export async function inspectFiles(
  ctx: Context,
  talentId: string,
  files: readonly ReceivedFile[],
): Promise<InspectedFile[]> {
  const inspected: InspectedFile[] = []
  for (const file of files) {
    const found = await inspect(ctx, talentId, file)
    if ('refusal' in found) throw refusalOf(file, found)
    if (found.container !== containers[file.extension]) {
      throw refused(file.name, `This is no ${file.extension} file, whatever its name says.`)
    }
    if (found.seconds === 0) throw refused(file.name, 'There is no sound in this file.')
    inspected.push({ ...file, ...found })
  }
  return inspected
}

async function inspect(
  ctx: Context,
  tenant: string,
  { path }: ReceivedFile,
): Promise<RecordingResult> {
  try {
    return await ctx.speech.inspect({
      tenant,
      path,
      maxSeconds: uploadLimits.decodedSeconds,
      maxBytes: uploadLimits.fileBytes,
      keyVersion: watermarkKeyVersion,
    })
  } catch (error) {
    if (error instanceof PoolFullError) throw busy()
    const sentence = 'The files could not be read just now. Nothing was kept; please try again.'
    throw new ApiError('unavailable', sentence, { cause: error, retryAfterSeconds: 10 })
  }
}

function refusalOf(
  { name, extension }: ReceivedFile,
  { refusal, message }: { refusal: string; message: string },
): ApiError {
  const minutes = uploadLimits.decodedSeconds / 60
  if (refusal === 'not_audio') return refused(name, `This is no ${extension} audio file.`)
  if (refusal === 'too_long') return refused(name, `A file may last at most ${minutes} minutes.`)
  if (refusal === 'damaged') {
    return refused(name, `This file is damaged or cut off (${message}). Please export it again.`)
  }
  if (refusal === 'decoder_missing') {
    const sentence = 'This kind of file needs ffmpeg, which is not installed here. Send plain WAV.'
    return new ApiError('unavailable', `${name}: ${sentence}`)
  }
  if (refusal === 'decoder_timeout') return refused(name, 'This file takes too long to read.')
  return refused(name, `This file cannot be read (${message}).`)
}
