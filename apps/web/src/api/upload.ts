import { type AnswerOf, routes, type UploadForm } from '@viva-voce/contract'
import { address } from './client.ts'
import { sendForm } from './send-form.ts'

export type UploadAnswer = AnswerOf<typeof routes.uploadVoice>

export interface UploadOrder {
  talentId: string
  form: UploadForm
  files: readonly File[]
  signal: AbortSignal
  /** Told the share that has been sent, 0 to 1; at 1 the server looks at the files. */
  onProgress: (share: number) => void
}

/** Sends recordings as one form. Throws ApiError when refused, an AbortError when `signal` ends it. */
export async function uploadVoice(order: UploadOrder): Promise<UploadAnswer> {
  const { talentId, signal, onProgress } = order
  const to = { url: address(routes.uploadVoice, { talent_id: talentId }), signal, onProgress }
  const response = await sendForm(routes.uploadVoice, bodyOf(order), to)
  return routes.uploadVoice.answer.parse(await response.json())
}

function bodyOf({ form, files }: UploadOrder): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) {
    if (value !== undefined) body.append(name, value)
  }
  for (const file of files) body.append('files', file, file.name)
  return body
}
