import { type AnalyticsEvent, type RouteSpec, routes } from '@viva-voce/contract'
import { call } from './client.ts'

/** Counts a step of a journey; silent when it fails, and sends nothing while the call is only planned. */
export function track(event: AnalyticsEvent, extra: Record<string, unknown> = {}): void {
  const route: RouteSpec = routes.trackEvent
  if (route.stage !== 'live') return
  const properties = {
    timestamp: new Date().toISOString(),
    url: window.location.href,
    user_agent: navigator.userAgent,
    ...extra,
  }
  call('trackEvent', { body: { event, properties } }).catch(() => {})
}
