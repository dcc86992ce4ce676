import { audioCheckLimits } from '@viva-voce/contract'
import { ApiError } from '../../kit/api-error.ts'

const sentences: Readonly<Record<string, string>> = {
  not_audio: 'This is no audio file that we can read. Send wav, mp3, m4a, ogg, opus, flac or webm.',
  too_long: `A file may last at most ${audioCheckLimits.seconds / 60} minutes. Please send a part of it.`,
  damaged: 'This file is too damaged: nothing in it can be played.',
  decoder_timeout: 'This file takes too long to read.',
}

/** What is wrong with a file, as people see it. */
export function refusalOf({ refusal, message }: { refusal: string; message: string }): ApiError {
  if (refusal === 'decoder_missing') {
    const sentence = 'This kind of file needs ffmpeg, which is not installed here. Send plain WAV.'
    return new ApiError('unavailable', sentence)
  }
  const sentence = sentences[refusal] ?? 'This file cannot be read.'
  return new ApiError('validation_failed', sentence, {
    fields: [{ field: 'body.file', message: sentence }],
    cause: new Error(message),
  })
}
