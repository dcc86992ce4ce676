import type { ChoosableRole } from '@viva-voce/contract'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { sentence } from '../api/errors.ts'
import { useSessionActions } from '../api/session.ts'
import { paths } from '../paths.ts'
import { homeOf } from '../roles.ts'
import { Button } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'
import { Problem } from '../ui/Problem.tsx'

const options: {
  role: ChoosableRole
  name: string
  choice: string
  text: string
  points: string[]
}[] = [
  {
    role: 'talent',
    name: 'Voice talent',
    choice: 'I am a Voice Talent',
    text: 'Upload samples, train voices, manage consent, get payouts.',
    points: ['You decide when your voice may speak', 'You earn 70 % of what it makes'],
  },
  {
    role: 'developer',
    name: 'Developer',
    choice: 'I am a Developer',
    text: 'Use the API, manage keys, view invoices and webhook logs.',
    points: ['€2.00 of credit to start with', 'A licence with every take'],
  },
]

export function ChooseRole() {
  const { chooseRole } = useSessionActions()
  const navigate = useNavigate()
  const [choosing, setChoosing] = useState<ChoosableRole | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const choose = async (role: ChoosableRole) => {
    setChoosing(role)
    setRefusal(null)
    try {
      await chooseRole(role)
      void navigate(homeOf(role), { replace: true })
    } catch (error) {
      setRefusal(sentence(error))
      setChoosing(null)
    }
  }
  return (
    <Page title="Choose your role" lede="One account plays one role, and the choice is made once.">
      <div className="grid border-t border-ink md:grid-cols-2">
        {options.map(({ role, name, choice, text, points }) => (
          <section
            key={role}
            className="flex flex-col border-b border-rule py-8 md:odd:border-r md:odd:pr-10 md:even:pl-10"
          >
            <h2 className="text-2xl">{name}</h2>
            <p className="mt-3 max-w-[40ch]">{text}</p>
            <ul className="mt-6 mb-8 space-y-1 text-sm text-muted">
              {points.map((point) => (
                <li key={point} className="flex gap-3">
                  <span aria-hidden="true" className="mt-2.5 h-px w-4 shrink-0 bg-accent" />
                  {point}
                </li>
              ))}
            </ul>
            <div className="mt-auto">
              <Button
                busy={choosing === role}
                disabled={choosing !== null}
                onClick={() => choose(role)}
              >
                {choice}
              </Button>
            </div>
          </section>
        ))}
      </div>
      <div className="mt-6 space-y-4">
        {refusal && <Problem>{refusal}</Problem>}
        <p className="max-w-[60ch] text-xs text-muted">
          By choosing you accept the <DocumentLink doc="tos">Terms of Service</DocumentLink> and the{' '}
          <DocumentLink doc="privacy">Privacy Policy</DocumentLink>; developers also accept the{' '}
          <DocumentLink doc="dpa">Data Processing Agreement</DocumentLink>.
        </p>
      </div>
    </Page>
  )
}

function DocumentLink({ doc, children }: { doc: 'tos' | 'privacy' | 'dpa'; children: string }) {
  return (
    <Link to={paths.legalDocument(doc)} className="text-ink underline underline-offset-4">
      {children}
    </Link>
  )
}
