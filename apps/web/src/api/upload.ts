import { type AnswerOf, routes, type UploadForm } from '@viva-voce/contract'
import { address, headersFor } from './client.ts'
import { readRefusal } from './errors.ts'

export type UploadAnswer = AnswerOf<typeof routes.uploadVoice>

export interface UploadOrder {
  talentId: string
  form: UploadForm
  files: readonly File[]
  signal: AbortSignal
  /** Told the share that has been sent, 0 to 1; at 1 the server looks at the files. */
  onProgress: (share: number) => void
}

/**
 * Sends recordings as one form. `fetch` cannot tell how much of a body has left, so this is the one call that
 * goes by XMLHttpRequest. Throws ApiError when refused, an AbortError when `signal` ends it.
 */
export function uploadVoice(order: UploadOrder): Promise<UploadAnswer> {
  const { talentId, signal, onProgress } = order
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address(routes.uploadVoice, { talent_id: talentId }))
    request.withCredentials = true
    for (const [name, value] of Object.entries(headersFor(routes.uploadVoice))) {
      request.setRequestHeader(name, value)
    }
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.upload.onload = () => onProgress(1)
    request.onload = () => {
      readAnswer(request).then(resolve, reject)
    }
    request.onerror = () => reject(new TypeError('the connection broke'))
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    request.send(bodyOf(order))
  })
}

function bodyOf({ form, files }: UploadOrder): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  for (const file of files) body.append('files', file, file.name)
  return body
}

async function readAnswer(request: XMLHttpRequest): Promise<UploadAnswer> {
  const { status, statusText, responseText } = request
  const response = new Response(responseText, { status, statusText })
  if (!response.ok) throw await readRefusal(response)
  return routes.uploadVoice.answer.parse(await response.json())
}
