import { lazy, Suspense, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { DevelopmentNotice } from './DevelopmentNotice.tsx'
import { Footer } from './Footer.tsx'
import { NavigationBar } from './NavigationBar.tsx'

const Toasts = lazy(() => import('./Toasts.tsx'))

/** Everything around a page. A new page takes the keyboard's focus, so that reading goes on from its top. */
export function Shell() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 bg-ink px-4 py-3 text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {import.meta.env.DEV && <DevelopmentNotice />}
      <NavigationBar />
      <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration />
      <Suspense>
        <Toasts />
      </Suspense>
    </div>
  )
}
