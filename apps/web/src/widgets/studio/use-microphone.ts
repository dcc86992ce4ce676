import { useCallback, useEffect, useRef, useState } from 'react'
import { type Microphone, microphoneSentence, openMicrophone } from './microphone.ts'

/** `full`: the take has reached its longest and ends. */
export type MicrophoneState = 'off' | 'opening' | 'on' | 'recording' | 'full'

/** A take as it came from the microphone. */
export interface RawTake {
  samples: Float32Array
  sampleRateHz: number
}

/**
 * The microphone of the page; off at first, and again when the component goes. `onTake` is given each take, and what
 * turns the microphone off.
 */
export function useMicrophone(onTake: (take: RawTake, turnOff: () => void) => void) {
  const [state, setState] = useState<MicrophoneState>('off')
  const [refusal, setRefusal] = useState<string | null>(null)
  const microphone = useRef<Microphone | null>(null)
  const isMounted = useRef(true)
  const listeners = useRef(new Set<(db: number) => void>())
  const turnOff = () => {
    microphone.current?.close()
    microphone.current = null
    setState('off')
  }
  const stop = () => {
    const open = microphone.current
    if (!open) return
    setState('on')
    onTake({ samples: open.stop(), sampleRateHz: open.sampleRateHz }, turnOff)
  }
  useEffect(() => {
    if (state === 'full') stop()
  })
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      microphone.current?.close()
      microphone.current = null
    }
  }, [])
  const turnOn = async () => {
    setState('opening')
    setRefusal(null)
    try {
      const opened = await openMicrophone({
        onLevel: (db) => {
          for (const listener of listeners.current) listener(db)
        },
        onFull: () => setState('full'),
        onLost: () => {
          turnOff()
          setRefusal('The microphone is gone. Plug it in and turn it on again.')
        },
      })
      if (!isMounted.current) return opened.close()
      microphone.current = opened
      setState('on')
    } catch (error) {
      setState('off')
      setRefusal(microphoneSentence(error))
    }
  }
  const record = () => {
    microphone.current?.start()
    setState('recording')
  }
  const subscribe = useCallback((listener: (db: number) => void) => {
    const all = listeners.current
    all.add(listener)
    return () => void all.delete(listener)
  }, [])
  return { state, refusal, turnOn, turnOff, record, stop, subscribe }
}
