import { z } from 'zod'
import { storable, voiceId } from './common.ts'
import { voiceCategory } from './usages.ts'

/** What one upload may hold; the server refuses more. */
export const uploadLimits = {
  files: 20,
  /** All uploads of a voice together. */
  filesOfVoice: 100,
  fileBytes: 20 * 1024 * 1024,
  decodedSeconds: 10 * 60,
  extensions: ['.wav', '.mp3', '.m4a'],
} as const

/** The fields beside the files of an upload, as text; the messages are sentences for people. */
export const uploadForm = z
  .object({
    /** Adds to this voice instead of making one; a file of the same name is replaced. */
    voice_id: voiceId.optional(),
    voice_name: z.string().trim().max(120).regex(storable).prefault(''),
    locale: z
      .string()
      .max(35)
      .transform((text, check) => {
        const locale = canonicalLocale(text.trim() || 'en-US')
        if (!locale) check.addIssue({ code: 'custom', message: 'Please choose a valid language' })
        return locale ?? z.NEVER
      })
      .prefault('en-US'),
    category: voiceCategory.default('general'),
  })
  .superRefine(({ voice_id, voice_name }, check) => {
    if (voice_id || voice_name !== '') return
    check.addIssue({ code: 'custom', path: ['voice_name'], message: 'Please enter a voice name' })
  })
export type UploadForm = z.infer<typeof uploadForm>

function canonicalLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}
