import { Link } from 'react-router'
import { productName } from '../brand.ts'
import { docsUrl, statusUrl } from '../hosts.ts'
import { paths } from '../paths.ts'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Logo } from '../ui/Logo.tsx'
import { frame } from '../ui/Page.tsx'

const links = [
  { to: paths.voices, label: 'Voices' },
  { to: paths.verify, label: 'Verify audio' },
  { to: paths.legal, label: 'Legal' },
  { to: paths.legalDocument('tos'), label: 'ToS' },
  { to: paths.legalDocument('privacy'), label: 'Privacy' },
  { to: paths.legalDocument('dpa'), label: 'DPA' },
  { to: paths.legalDocument('subprocessors'), label: 'Subprocessors' },
  { to: paths.imprint, label: 'Imprint' },
]

export function Footer() {
  const link = 'underline-offset-4 hover:text-ink hover:underline'
  return (
    <footer className="border-t border-ink">
      <div className={`${frame} flex flex-wrap items-start justify-between gap-x-16 gap-y-8 py-10`}>
        <div>
          <Logo />
          <p className="mt-3 max-w-[40ch] text-xs text-muted">
            {productName}: by the living voice. Speech made here is synthetic, marked as such, and
            licensed.
          </p>
        </div>
        <nav
          aria-label="Footer"
          className="flex max-w-xl flex-wrap gap-x-6 gap-y-3 text-xs text-muted"
        >
          <ExternalLink href={docsUrl} className={link}>
            Docs
          </ExternalLink>
          <ExternalLink href={statusUrl} className={link}>
            Status
          </ExternalLink>
          {links.map(({ to, label }) => (
            <Link key={to} to={to} className={link}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}
