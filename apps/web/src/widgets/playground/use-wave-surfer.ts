import { useEffect, useRef, useState } from 'react'
import WaveSurfer from 'wavesurfer.js'

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

function colours() {
  return {
    waveColor: token('--control'),
    progressColor: token('--accent'),
    cursorColor: token('--ink'),
  }
}

/** Draws and plays a blob in `container`; follows the theme. It starts by itself where the browser lets it. */
export function useWaveSurfer(audio: Blob) {
  const container = useRef<HTMLDivElement>(null)
  const surfer = useRef<WaveSurfer | null>(null)
  const [playing, setPlaying] = useState(false)
  const [position, setPosition] = useState(0)
  const [duration, setDuration] = useState(0)
  useEffect(() => {
    if (!container.current) return
    const made = WaveSurfer.create({
      container: container.current,
      height: 96,
      barWidth: 2,
      barGap: 2,
      dragToSeek: true,
      ...colours(),
    })
    surfer.current = made
    made.on('ready', (seconds) => {
      setDuration(seconds)
      made.play().catch(() => {})
    })
    made.on('play', () => setPlaying(true))
    made.on('pause', () => setPlaying(false))
    made.on('timeupdate', setPosition)
    made.loadBlob(audio).catch(() => {})
    const themes = new MutationObserver(() => made.setOptions(colours()))
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      themes.disconnect()
      made.destroy()
    }
  }, [audio])
  return {
    container,
    playing,
    position,
    duration,
    toggle: () => surfer.current?.playPause(),
    skip: (seconds: number) => surfer.current?.skip(seconds),
  }
}
