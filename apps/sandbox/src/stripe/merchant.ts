/** The one platform account of the sandbox's Stripe. */
export const STRIPE_MERCHANT = {
  secretKey: 'sk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
  connectClientId: 'ca_sandbox',
} as const
