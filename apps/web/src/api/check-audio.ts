import { type AudioCheck, audioCheck, routes } from '@viva-voce/contract'
import { address, call } from './client.ts'
import { sendForm } from './send-form.ts'

const askAgainMs = 1_000

/** How far a check is: the file is sent, then the server looks at it. Shares from 0 to 1. */
export type CheckProgress = { kind: 'sending' | 'examining'; share: number | null }

/**
 * Sends a file, and the `.c2pa` file beside it if there is one, to be checked and waits for its end, which a later refusal is too. A check that takes longer has an id and is asked for
 * until it is done; `signal` ends it on the server too. Throws ApiError when refused, an AbortError when ended.
 */
export async function checkAudio(
  file: File,
  manifest: File | null,
  signal: AbortSignal,
  onProgress: (progress: CheckProgress) => void,
): Promise<AudioCheck> {
  const body = new FormData()
  body.append('file', file, file.name)
  if (manifest) body.append('manifest', manifest, manifest.name)
  const response = await sendForm(routes.checkAudio, body, {
    url: address(routes.checkAudio),
    signal,
    onProgress: (share) =>
      onProgress(share < 1 ? { kind: 'sending', share } : { kind: 'examining', share: null }),
  })
  let check = audioCheck.parse(await response.json())
  while (check.state === 'running') {
    onProgress({ kind: 'examining', share: check.progress })
    const params = { check_id: check.id! }
    if (await isAborted(askAgainMs, signal)) {
      await call('cancelAudioCheck', { params })
      throw new DOMException('cancelled', 'AbortError')
    }
    check = await call('getAudioCheck', { params })
  }
  return check
}

/** Waits; true as soon as `signal` says to stop. */
function isAborted(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(signal.aborted), ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}
