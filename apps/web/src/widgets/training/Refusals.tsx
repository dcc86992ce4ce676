import { Problem } from '../../ui/Problem.tsx'

/** Why something was refused, a sentence each; across the whole line of the buttons that it follows. */
export function Refusals({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <div className="order-last w-full space-y-2">
      {sentences.map((sentence) => (
        <Problem key={sentence}>{sentence}</Problem>
      ))}
    </div>
  )
}
