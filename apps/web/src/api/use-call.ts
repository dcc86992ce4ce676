import type { AnswerOf, routes } from '@viva-voce/contract'
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr'
import { type CallInput, call, type JsonRouteName } from './client.ts'

/** Reads a route and keeps it fresh; `null` as input waits. Share the key with `mutate([name])` filters. */
export function useCall<N extends JsonRouteName>(
  name: N,
  input: CallInput<N> | null,
  options?: SWRConfiguration<AnswerOf<(typeof routes)[N]>>,
): SWRResponse<AnswerOf<(typeof routes)[N]>> {
  return useSWR(input && [name, input], () => call(name, input as CallInput<N>), options)
}

/** For `mutate`: matches every cached answer of a route, whatever it was asked with. */
export function answersOf(name: JsonRouteName): (key: unknown) => boolean {
  return (key) => Array.isArray(key) && key[0] === name
}
