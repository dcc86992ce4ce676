import type { ReactNode } from 'react'

/** Names and values, one pair a line, ruled like a session sheet. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-4 border-t border-rule py-2 first:border-t-0">
          <dt className="w-24 shrink-0 text-muted sm:w-28">{name}</dt>
          <dd className="min-w-0 flex-1 break-words [&_code]:font-mono [&_code]:text-xs [&_code]:break-all">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
