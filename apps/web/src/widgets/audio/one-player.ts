import { useSyncExternalStore } from 'react'

/** What is loaded or played now: at most one thing on the page. */
interface Playing {
  key: string
  status: 'loading' | 'playing'
  audio: HTMLAudioElement | null
}

let now: Playing | null = null
const listeners = new Set<() => void>()

function show(playing: Playing | null): void {
  now = playing
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Ends what plays; with a key only if it is that sound. */
export function stop(key = now?.key): void {
  if (!now || now.key !== key) return
  const { audio } = now
  audio?.pause()
  if (audio) URL.revokeObjectURL(audio.src)
  show(null)
}

/** Loads a sound and plays it in place of what plays now; rejects when it cannot be loaded or played. */
export async function play(key: string, load: () => Promise<Blob>): Promise<void> {
  stop()
  const mine: Playing = { key, status: 'loading', audio: null }
  show(mine)
  try {
    const blob = await load()
    // Stopped meanwhile, or another sound has taken over.
    if (now !== mine) return
    mine.audio = new Audio(URL.createObjectURL(blob))
    mine.audio.onended = () => stop(key)
    await mine.audio.play()
    if (now === mine) show(Object.assign({}, mine, { status: 'playing' as const }))
  } catch (error) {
    if (now !== mine) return
    stop(key)
    throw error
  }
}

/** Whether the sound under `key` is being loaded or played. */
export function usePlaying(key: string): Playing['status'] | null {
  return useSyncExternalStore(subscribe, () => (now?.key === key ? now.status : null))
}
