import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { type SynthesisInput, synthesize, type Take } from '../../api/synthesize.ts'
import { answersOf } from '../../api/use-call.ts'

/** Speaks on demand and keeps the latest take, or why there is none. */
export function useSpeak() {
  const { mutate } = useSWRConfig()
  const [take, setTake] = useState<Take | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [speaking, setSpeaking] = useState(false)
  const speak = async (request: SynthesisInput) => {
    setSpeaking(true)
    setRefusal(null)
    try {
      setTake(await synthesize(request))
      void mutate(answersOf('getWallet'))
      void mutate(answersOf('listSyntheses'))
    } catch (error) {
      setRefusal(error)
    }
    setSpeaking(false)
  }
  return { take, refusal, speaking, speak }
}
