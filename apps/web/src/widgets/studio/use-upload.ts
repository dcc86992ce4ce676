import { useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { sentence } from '../../api/errors.ts'
import { lastAction } from '../../api/last-action.ts'
import { type UploadAnswer, type UploadOrder, uploadVoice } from '../../api/upload.ts'
import { answersOf } from '../../api/use-call.ts'

export type UploadState =
  | { kind: 'idle' }
  | { kind: 'sending'; percent: number }
  /** Everything has been sent; the server decodes and measures each file. */
  | { kind: 'checking' }
  | { kind: 'refused'; sentence: string }
  | { kind: 'done'; name: string; answer: UploadAnswer }

/** Uploads a voice once at a time, and can be stopped until everything has been sent. */
export function useUpload() {
  const { mutate } = useSWRConfig()
  const [state, setState] = useState<UploadState>({ kind: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const upload = async (order: Omit<UploadOrder, 'signal' | 'onProgress'>): Promise<boolean> => {
    const controller = new AbortController()
    running.current = controller
    setState({ kind: 'sending', percent: 0 })
    try {
      const answer = await uploadVoice({
        ...order,
        signal: controller.signal,
        onProgress: (share) =>
          setState(share < 1 ? { kind: 'sending', percent: share * 100 } : { kind: 'checking' }),
      })
      setState({ kind: 'done', name: order.form.voice_name, answer })
      lastAction.record(
        order.form.voice_id ? 'Recordings added' : 'Voice uploaded',
        answer.voice_id,
      )
      void mutate(answersOf('listTalentVoices'))
      return true
    } catch (error) {
      const words = sentence(error, 'upload')
      setState(controller.signal.aborted ? { kind: 'idle' } : { kind: 'refused', sentence: words })
      return false
    }
  }
  return {
    state,
    upload,
    cancel: () => running.current?.abort(),
    dismiss: () => setState({ kind: 'idle' }),
  }
}
