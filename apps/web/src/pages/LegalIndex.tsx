import { Link } from 'react-router'
import { supportEmail } from '../brand.ts'
import { paths } from '../paths.ts'
import { Page } from '../ui/Page.tsx'

const documents = [
  {
    to: paths.legalDocument('tos'),
    name: 'Terms of Service',
    says: 'What you may do with voices, and what we owe each other.',
  },
  {
    to: paths.legalDocument('privacy'),
    name: 'Privacy Policy',
    says: 'Which data we keep, why, and for how long.',
  },
  {
    to: paths.legalDocument('dpa'),
    name: 'Data Processing Agreement',
    says: 'For developers whose texts hold personal data.',
  },
  {
    to: paths.legalDocument('subprocessors'),
    name: 'Subprocessors',
    says: 'Who works for us, where, and on what.',
  },
  { to: paths.imprint, name: 'Imprint', says: 'Who runs this service.' },
]

export function LegalIndex() {
  return (
    <Page title="Legal">
      <ul className="border-t border-ink">
        {documents.map(({ to, name, says }) => (
          <li key={to} className="border-b border-rule">
            <Link
              to={to}
              className="group grid gap-x-8 gap-y-1 py-5 sm:grid-cols-12 sm:items-baseline"
            >
              <span className="font-display text-lg font-medium group-hover:text-accent sm:col-span-5">
                {name}
              </span>
              <span className="text-sm text-muted sm:col-span-7">{says}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-10 text-sm text-muted">
        Questions? Write to{' '}
        <a href={`mailto:${supportEmail}`} className="text-ink underline underline-offset-4">
          {supportEmail}
        </a>
        .
      </p>
    </Page>
  )
}
