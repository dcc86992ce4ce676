import type { RouteSpec } from '@viva-voce/contract'
import { headersFor } from './client.ts'
import { readRefusal } from './errors.ts'

/** Where a form goes, and who is told how far it is. */
export interface FormTarget {
  url: string
  signal: AbortSignal
  /** Told the share that has been sent, 0 to 1; at 1 the server looks at the files. */
  onProgress: (share: number) => void
}

/**
 * Sends a form. `fetch` cannot tell how much of a body has left, so forms go by XMLHttpRequest.
 * Throws ApiError when refused, an AbortError when `signal` ends it.
 */
export function sendForm(route: RouteSpec, body: FormData, target: FormTarget): Promise<Response> {
  const { url, signal, onProgress } = target
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(route.method, url)
    request.withCredentials = true
    for (const [name, value] of Object.entries(headersFor(route))) {
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
    request.send(body)
  })
}

async function readAnswer({ status, statusText, responseText }: XMLHttpRequest): Promise<Response> {
  const response = new Response(responseText, { status, statusText })
  if (!response.ok) throw await readRefusal(response)
  return response
}
