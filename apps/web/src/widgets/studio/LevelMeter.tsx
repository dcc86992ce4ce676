import { useEffect, useRef } from 'react'

const floorDb = -60
const tooQuietDb = -30
const tooLoudDb = -3
/** How fast the bar falls after a peak, as meters of studios do. */
const fallDbPerBlock = 0.8
/** Screen readers are told less often than eyes. */
const tellEveryMs = 500

interface LevelMeterProps {
  /** Hands over levels in decibels of full scale, about 45 a second. */
  subscribe: (listener: (db: number) => void) => () => void
}

/** The input level. It draws past React, which need not know of 45 levels a second. */
export function LevelMeter({ subscribe }: LevelMeterProps) {
  const meter = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let shown = floorDb
    let toldMs = 0
    return subscribe((db) => {
      shown = Math.max(floorDb, db, shown - fallDbPerBlock)
      if (bar.current) {
        bar.current.style.transform = `scaleX(${1 - shown / floorDb})`
        bar.current.dataset.zone = zoneOf(shown)
      }
      const nowMs = performance.now()
      if (!meter.current || nowMs - toldMs < tellEveryMs) return
      toldMs = nowMs
      meter.current.setAttribute('aria-valuenow', String(Math.round(shown)))
      meter.current.setAttribute(
        'aria-valuetext',
        `${Math.round(shown)} dB, ${words[zoneOf(shown)]}`,
      )
    })
  }, [subscribe])
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw the bar of a native meter each in their own way
    <div
      ref={meter}
      role="meter"
      aria-label="Input level"
      aria-valuemin={floorDb}
      aria-valuemax={0}
      aria-valuenow={floorDb}
    >
      <div className="relative h-3 overflow-hidden border border-control bg-sunk">
        <div ref={bar} data-zone="quiet" className="level-bar absolute inset-0 origin-left" />
      </div>
      <div aria-hidden="true" className="relative mt-1 h-4 font-mono text-2xs text-muted">
        <span>quiet</span>
        <span className="absolute left-1/2">good</span>
        <span className="absolute right-0">too loud</span>
      </div>
    </div>
  )
}

const words = { quiet: 'quiet', good: 'good', loud: 'too loud' }

function zoneOf(db: number): keyof typeof words {
  if (db < tooQuietDb) return 'quiet'
  return db > tooLoudDb ? 'loud' : 'good'
}
