import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import type { ButtonSize, ButtonVariant } from './button-class.ts'
import { copyText } from './clipboard.ts'

interface CopyButtonProps {
  text: string
  /** How long 'Copied!' stays, in milliseconds. */
  confirmMs: number
  /** Told when the browser refuses; silent without. */
  onRefused?: () => void
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
}

export function CopyButton({ text, confirmMs, onRefused, ...look }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmMs)
    return () => clearTimeout(timer)
  }, [copied, confirmMs])
  const copy = async () => {
    if (await copyText(text)) setCopied(true)
    else onRefused?.()
  }
  const Icon = copied ? Check : Copy
  return (
    <Button variant="line" size="sm" onClick={copy} {...look}>
      <Icon aria-hidden="true" className="size-4" />
      <span aria-live="polite">{copied ? 'Copied!' : 'Copy'}</span>
    </Button>
  )
}
