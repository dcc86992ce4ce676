import { Navigate, Outlet } from 'react-router'
import { useSession } from '../api/session.ts'
import { decide, type Gate } from '../roles.ts'
import { PageLoading } from './PageLoading.tsx'

/** Lets visitors through to the pages inside, or sends them where they belong. */
export function Guard({ gate }: { gate: Gate }) {
  const decision = decide(useSession(), gate)
  if (decision === 'wait') return <PageLoading />
  if (decision === 'admit') return <Outlet />
  return <Navigate to={decision.redirect} replace />
}
