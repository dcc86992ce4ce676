import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { type CallInput, call, type JsonRouteName } from '../../api/client.ts'
import { sentences } from '../../api/errors.ts'
import { lastAction } from '../../api/last-action.ts'
import { answersOf } from '../../api/use-call.ts'
import { notify } from '../toast.ts'

type VoiceRoute = Extract<JsonRouteName, 'trainVoice' | 'cancelTraining' | 'updateVoice'>

/** Changes a voice, says so, and reads the lists of voices again; keeps why it was refused. */
export function useVoiceAction(action: 'train' | 'call') {
  const { mutate } = useSWRConfig()
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState<string[]>([])
  const run = async <N extends VoiceRoute>(
    type: string,
    name: N,
    input: CallInput<N>,
  ): Promise<boolean> => {
    setBusy(true)
    setRefusals([])
    try {
      const { voice_id } = await call(name, input)
      lastAction.record(type, voice_id)
      void notify(`${type}.`)
      await mutate(answersOf('listTalentVoices'))
      void mutate(answersOf('getVoice'))
      return true
    } catch (error) {
      setRefusals(sentences(error, action))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusals, run }
}
