import type { ConnectStatus } from '@viva-voce/contract'
import { formatMoment } from '../../format/time.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { requirementWords } from './requirement-words.ts'

/** What a connected account can do, and what the provider still wants. */
export function ConnectFacts({ status }: { status: ConnectStatus }) {
  const facts: [string, React.ReactNode][] = [
    ['Charges', <Can key="charges" is={status.charges_enabled} />],
    ['Payouts', <Can key="payouts" is={status.payouts_enabled} />],
    ['Details', status.details_submitted ? 'Submitted' : 'Not submitted'],
    ['Due now', <Wanted key="due" names={status.currently_due} />],
  ]
  if (status.past_due.length > 0) {
    facts.push(['Past due', <Wanted key="past" names={status.past_due} />])
  }
  if (status.pending_verification.length > 0) {
    facts.push(['Being checked', <Wanted key="pending" names={status.pending_verification} />])
  }
  if (status.deadline) facts.push(['Deadline', formatMoment(status.deadline)])
  if (status.disabled_reason) {
    facts.push(['Disabled because', requirementWords(status.disabled_reason)])
  }
  return <Facts facts={facts} />
}

function Can({ is }: { is: boolean }) {
  return <Badge tone={is ? 'ok' : 'warn'}>{is ? 'enabled' : 'not enabled'}</Badge>
}

function Wanted({ names }: { names: readonly string[] }) {
  if (names.length === 0) return 'Nothing'
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>{requirementWords(name)}</li>
      ))}
    </ul>
  )
}
