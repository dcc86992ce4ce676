import clsx from 'clsx'
import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../api/session.ts'
import { docsUrl, statusUrl } from '../hosts.ts'
import { isActive, paths } from '../paths.ts'
import { navigationFor } from '../roles.ts'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Logo } from '../ui/Logo.tsx'
import { frame } from '../ui/Page.tsx'
import { ThemeSwitch } from '../ui/ThemeSwitch.tsx'
import { AccountLinks } from './AccountLinks.tsx'
import { HealthBadge } from './HealthBadge.tsx'

/** The masthead: a thin line of service facts, the name, the sections of the product. */
export function NavigationBar() {
  const { pathname } = useLocation()
  const links = navigationFor(useSession())
  const [open, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
  return (
    <header className="border-b border-ink">
      <div className="hidden border-b border-rule lg:block">
        <div className={`${frame} flex h-10 items-center justify-between text-xs text-muted`}>
          <HealthBadge />
          <div className="flex items-center gap-6">
            <ServiceLinks />
            <ThemeSwitch />
          </div>
        </div>
      </div>
      <div className={`${frame} flex h-16 items-center gap-8`}>
        <Link to={paths.home} className="flex items-center self-stretch">
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden flex-1 items-stretch self-stretch lg:flex">
          {links.map(({ to, label }) => (
            <NavigationLink key={to} to={to} active={isActive(pathname, to)}>
              {label}
            </NavigationLink>
          ))}
        </nav>
        <div className="hidden items-center gap-2 lg:flex">
          <AccountLinks />
        </div>
        <button
          ref={toggle}
          type="button"
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
          className="ml-auto inline-flex min-h-11 items-center gap-2 px-2 text-sm font-medium lg:hidden"
        >
          {open ? (
            <X aria-hidden="true" className="size-5" />
          ) : (
            <Menu aria-hidden="true" className="size-5" />
          )}
          Menu
        </button>
      </div>
      <div id="menu" hidden={!open} className="border-t border-rule lg:hidden">
        {open && (
          <div className={`${frame} pt-2 pb-6`}>
            <nav aria-label="Main">
              {links.map(({ to, label }) => (
                <Link
                  key={to}
                  to={to}
                  aria-current={isActive(pathname, to) ? 'page' : undefined}
                  className="flex min-h-12 items-center justify-between border-b border-rule font-display text-lg font-medium aria-[current]:text-accent"
                >
                  {label}
                </Link>
              ))}
            </nav>
            <div className="flex gap-6 py-4 text-sm">
              <ServiceLinks />
            </div>
            <div className="flex items-center gap-3">
              <AccountLinks />
            </div>
            <div className="mt-6 flex items-center justify-between text-xs text-muted">
              <HealthBadge />
              <ThemeSwitch />
            </div>
          </div>
        )}
      </div>
    </header>
  )
}

interface NavigationLinkProps {
  to: string
  active: boolean
  children: string
}

function NavigationLink({ to, active, children }: NavigationLinkProps) {
  return (
    <Link
      to={to}
      aria-current={active ? 'page' : undefined}
      className={clsx(
        'relative flex items-center px-3 text-sm hover:text-accent',
        active &&
          'font-medium after:absolute after:inset-x-3 after:-bottom-px after:h-[3px] after:bg-accent',
      )}
    >
      {children}
    </Link>
  )
}

function ServiceLinks() {
  return (
    <>
      <Link to={paths.voices} className="hover:text-ink">
        Voices
      </Link>
      <ExternalLink href={docsUrl} className="hover:text-ink">
        Docs
      </ExternalLink>
      <ExternalLink href={statusUrl} className="hover:text-ink">
        Status
      </ExternalLink>
    </>
  )
}
