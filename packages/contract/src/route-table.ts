import type { RouteSpec } from './route.ts'
import { billingRoutes } from './routes/billing.ts'
import { complianceRoutes } from './routes/compliance.ts'
import { developerRoutes } from './routes/developers.ts'
import { healthRoutes } from './routes/health.ts'
import { identityRoutes } from './routes/identity.ts'
import { openaiRoutes } from './routes/openai.ts'
import { paymentRoutes } from './routes/payments.ts'
import { payoutRoutes } from './routes/payouts.ts'
import { privacyRoutes } from './routes/privacy.ts'
import { royaltyRoutes } from './routes/royalties.ts'
import { synthesisRoutes } from './routes/syntheses.ts'
import { talentRoutes } from './routes/talents.ts'
import { trainingRoutes } from './routes/trainings.ts'
import { voiceRoutes } from './routes/voices.ts'

/** Every call of the API by its operation name. */
export const routes = {
  ...identityRoutes,
  ...developerRoutes,
  ...billingRoutes,
  ...talentRoutes,
  ...voiceRoutes,
  ...trainingRoutes,
  ...synthesisRoutes,
  ...openaiRoutes,
  ...complianceRoutes,
  ...royaltyRoutes,
  ...payoutRoutes,
  ...paymentRoutes,
  ...privacyRoutes,
  ...healthRoutes,
} as const satisfies Record<string, RouteSpec>

export type RouteName = keyof typeof routes
