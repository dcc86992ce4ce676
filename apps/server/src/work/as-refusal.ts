import { AudioError } from '@viva-voce/audio'
import { SpeechError } from '@viva-voce/speech'
import { WatermarkError } from '@viva-voce/watermark'

/** An expected error of a package as plain data, since error classes do not cross threads; throws any other. */
export function asRefusal(error: unknown): { refusal: string; message: string } {
  if (
    error instanceof SpeechError ||
    error instanceof WatermarkError ||
    error instanceof AudioError
  ) {
    return { refusal: error.code, message: error.message }
  }
  throw error
}
