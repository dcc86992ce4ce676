import { freshKey } from '../../api/fresh-key.ts'
import { apiOrigin } from '../../hosts.ts'
import { CodeTabs } from '../../ui/CodeTabs.tsx'
import { keyPlaceholder, snippets } from './snippets.ts'

/** A first synthesis by program. `apiKey` is the key made in this tab, when there is one. */
export function Quickstart({ apiKey = freshKey.read() }: { apiKey?: string | null }) {
  const key = apiKey ?? keyPlaceholder
  return (
    <div>
      <CodeTabs
        label="Quickstart language"
        tabs={snippets(apiOrigin(), key)}
        mark={key}
        confirmMs={1_200}
      />
      <p className="mt-3 text-xs text-muted">
        {apiKey ? (
          'The key that you made in this tab is filled in. Keep it out of public code.'
        ) : (
          <>
            Replace <code className="font-mono text-ink">{keyPlaceholder}</code> with an API key
            from your developer dashboard.
          </>
        )}
      </p>
    </div>
  )
}
