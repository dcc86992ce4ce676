import { useId } from 'react'
import { Label } from '../../ui/Field.tsx'

interface SpeedFieldProps {
  speed: number
  onChange: (speed: number) => void
}

export function SpeedField({ speed, onChange }: SpeedFieldProps) {
  const id = useId()
  return (
    <div>
      <Label htmlFor={id}>Speed</Label>
      <div className="flex min-h-12 items-center gap-4">
        <input
          id={id}
          type="range"
          min={0.5}
          max={2}
          step={0.05}
          value={speed}
          aria-valuetext={`${speed.toFixed(2)} times`}
          onChange={(event) => onChange(Number(event.target.value))}
          className="h-6 min-w-0 flex-1 accent-(--accent)"
        />
        <output htmlFor={id} className="w-14 text-right font-mono text-xs">
          {speed.toFixed(2)} ×
        </output>
      </div>
    </div>
  )
}
