import { type AudioCheckResult, audioCheckLimits } from '@viva-voce/contract'
import { useEffect, useRef, useState } from 'react'
import { checkAudio } from '../../api/check-audio.ts'
import { sentence } from '../../api/errors.ts'
import { formatSize } from '../../format/size.ts'

export type AudioCheckState =
  | { kind: 'idle' }
  | { kind: 'sending' | 'examining'; file: File; share: number | null }
  | { kind: 'refused'; file: File; sentence: string }
  | { kind: 'done'; file: File; result: AudioCheckResult }

/** Checks one file at a time; a new one takes the place of the one before. */
export function useAudioCheck() {
  const [state, setState] = useState<AudioCheckState>({ kind: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const check = async (file: File, manifest: File | null) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const show = (next: AudioCheckState) => {
      if (running.current === controller && !controller.signal.aborted) setState(next)
    }
    if (file.size > audioCheckLimits.fileBytes) return show(tooLarge(file))
    show({ kind: 'sending', file, share: 0 })
    try {
      const { result, error } = await checkAudio(file, manifest, controller.signal, (progress) =>
        show({ file, ...progress }),
      )
      if (result) show({ kind: 'done', file, result })
      else show({ kind: 'refused', file, sentence: error ?? 'The check was ended.' })
    } catch (error) {
      show({ kind: 'refused', file, sentence: sentence(error, 'checkAudio') })
    }
  }
  const cancel = () => {
    running.current?.abort()
    setState({ kind: 'idle' })
  }
  return {
    state,
    check: (file: File, manifest: File | null = null) => void check(file, manifest),
    cancel,
  }
}

function tooLarge(file: File): AudioCheckState {
  const limit = formatSize(audioCheckLimits.fileBytes)
  const words = `This file has ${formatSize(file.size)}; at most ${limit} can be checked.`
  return { kind: 'refused', file, sentence: words }
}
