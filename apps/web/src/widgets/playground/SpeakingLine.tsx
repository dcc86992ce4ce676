import type { CSSProperties } from 'react'

/** The busy state of Speak: a short line of moving bars beside the word. */
export function SpeakingLine() {
  const bars = [6, 12, 18, 10, 15]
  return (
    <>
      <svg viewBox="0 0 22 20" className="h-5 w-5.5" aria-hidden="true">
        {bars.map((height, i) => (
          <rect
            key={height}
            x={i * 5}
            y={10 - height / 2}
            width="2"
            height={height}
            fill="currentColor"
            className="speaking-bar"
            style={{ '--at': i / bars.length } as CSSProperties}
          />
        ))}
      </svg>
      Speaking…
    </>
  )
}
