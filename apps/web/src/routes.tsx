import { legalDocument } from '@viva-voce/contract'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { paths } from './paths.ts'
import type { Gate } from './roles.ts'
import { CrashScreen } from './widgets/CrashScreen.tsx'
import { Guard } from './widgets/Guard.tsx'
import { PageLoading } from './widgets/PageLoading.tsx'
import { Shell } from './widgets/Shell.tsx'

/** Pages whose visitors must pass `gate`. */
function behind(gate: Gate, children: RouteObject[]): RouteObject {
  return { element: <Guard gate={gate} />, children }
}

const open: RouteObject[] = [
  {
    path: paths.home,
    lazy: async () => ({ Component: (await import('./pages/Landing.tsx')).Landing }),
  },
  {
    path: paths.login,
    lazy: async () => ({ Component: (await import('./pages/Login.tsx')).Login }),
  },
  {
    path: paths.legal,
    lazy: async () => ({ Component: (await import('./pages/LegalIndex.tsx')).LegalIndex }),
  },
  ...legalDocument.options.map((doc) => ({
    path: paths.legalDocument(doc),
    lazy: async () => {
      const { LegalPage } = await import('./pages/LegalPage.tsx')
      return { element: <LegalPage key={doc} doc={doc} /> }
    },
  })),
  {
    path: paths.imprint,
    lazy: async () => ({ Component: (await import('./pages/Imprint.tsx')).Imprint }),
  },
  {
    path: paths.voices,
    lazy: async () => ({ Component: (await import('./pages/Voices.tsx')).Voices }),
  },
  {
    path: paths.docs,
    lazy: async () => ({ Component: (await import('./pages/Docs.tsx')).Docs }),
  },
  {
    path: paths.docsErrors,
    lazy: async () => ({ Component: (await import('./pages/DocsErrors.tsx')).DocsErrors }),
  },
  {
    path: paths.verify,
    lazy: async () => ({ Component: (await import('./pages/Verify.tsx')).Verify }),
  },
  {
    path: paths.status,
    lazy: async () => ({ Component: (await import('./pages/Status.tsx')).Status }),
  },
  {
    path: paths.success,
    lazy: async () => ({ Component: (await import('./pages/Success.tsx')).Success }),
  },
  {
    path: paths.cancel,
    lazy: async () => ({ Component: (await import('./pages/Cancel.tsx')).Cancel }),
  },
  {
    path: '*',
    lazy: async () => ({ Component: (await import('./pages/NotFound.tsx')).NotFound }),
  },
]

const guarded: RouteObject[] = [
  behind('choosing', [
    {
      path: paths.chooseRole,
      lazy: async () => ({ Component: (await import('./pages/ChooseRole.tsx')).ChooseRole }),
    },
  ]),
  behind('signed_in', [
    {
      path: paths.dashboard,
      lazy: async () => ({ Component: (await import('./pages/Dashboard.tsx')).Dashboard }),
    },
    {
      path: paths.usage,
      lazy: async () => ({ Component: (await import('./pages/Usage.tsx')).Usage }),
    },
    {
      path: paths.royalties,
      lazy: async () => ({ Component: (await import('./pages/Royalties.tsx')).Royalties }),
    },
    {
      path: paths.profile,
      lazy: async () => ({ Component: (await import('./pages/Profile.tsx')).Profile }),
    },
  ]),
  behind('developer', [
    {
      path: paths.developer,
      lazy: async () => ({ Component: (await import('./pages/Developer.tsx')).Developer }),
    },
    {
      path: paths.billing,
      lazy: async () => ({ Component: (await import('./pages/Billing.tsx')).Billing }),
    },
  ]),
  behind('talent', [
    {
      path: paths.talent,
      lazy: async () => ({ Component: (await import('./pages/Talent.tsx')).Talent }),
    },
  ]),
  behind('admin', [
    {
      path: paths.admin,
      lazy: async () => ({ Component: (await import('./pages/Admin.tsx')).Admin }),
    },
  ]),
]

/** The inner layer keeps the shell on screen while a page's code is on its way. */
export const router = createBrowserRouter([
  {
    Component: Shell,
    ErrorBoundary: CrashScreen,
    children: [{ HydrateFallback: PageLoading, children: [...open, ...guarded] }],
  },
])
