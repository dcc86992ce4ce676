const timeoutMs = 10_000

/** The length of a recording in seconds, as the browser reads it; null when it cannot. */
export function readDuration(file: File): Promise<number | null> {
  const url = URL.createObjectURL(file)
  const audio = new Audio()
  audio.preload = 'metadata'
  return new Promise<number | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), timeoutMs)
    const end = (seconds: number | null) => {
      clearTimeout(timer)
      resolve(seconds)
    }
    audio.onloadedmetadata = () => end(Number.isFinite(audio.duration) ? audio.duration : null)
    audio.onerror = () => end(null)
    audio.src = url
  }).finally(() => {
    audio.removeAttribute('src')
    URL.revokeObjectURL(url)
  })
}
