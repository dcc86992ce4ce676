import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fromCents, vatRateBasisPoints } from '@viva-voce/money'
import { z } from 'zod'
import { type Env, env } from './env.ts'

/** The settings with their meaning. Times in milliseconds, money in micro-euro. */
export type Config = ReturnType<typeof readConfig>

/** What the product is called, once. */
export const productName = 'Viva Voce'

const dayMs = 24 * 60 * 60 * 1000

/** Reads and checks the environment; throws one error that names every setting that is wrong. */
export function readConfig(environment: Record<string, string | undefined>) {
  const parsed = env.safeParse(withoutEmpty(environment))
  if (!parsed.success) throw new Error(`The settings are wrong:\n${z.prettifyError(parsed.error)}`)
  const e = parsed.data
  const apiUrl = e.API_URL ?? `http://localhost:${e.PORT}`
  if (!(e.PLATFORM_COUNTRY in vatRateBasisPoints)) {
    throw new Error(
      `The settings are wrong:\nPLATFORM_COUNTRY ${e.PLATFORM_COUNTRY} is not an EU member state`,
    )
  }
  return {
    port: e.PORT,
    host: e.HOST,
    logLevel: e.LOG_LEVEL,
    trustProxy: e.TRUST_PROXY,
    apiUrl,
    webUrl: e.WEB_URL ?? apiUrl,
    webDist: resolve(e.WEB_DIST ?? 'apps/web/dist'),
    /** Cookies are Secure and __Host- when people reach us by https. */
    secureCookies: apiUrl.startsWith('https:'),
    database: { url: e.DATABASE_URL, connections: e.DATABASE_CONNECTIONS },
    objectsDir: resolve(e.DATA_DIR, 'objects'),
    /** Uploads of strangers while they are looked at; nothing in it outlives its process. */
    checksDir: resolve(e.DATA_DIR, 'checks'),
    secretKey: e.SECRET_KEY,
    clockUrl: e.CLOCK_URL,
    adminEmails: new Set(e.ADMIN_EMAILS.map((email) => email.toLowerCase())),
    platformCountry: e.PLATFORM_COUNTRY,
    /** The seller on invoices. */
    seller: {
      company: e.PLATFORM_COMPANY,
      street: e.PLATFORM_STREET,
      postcode: e.PLATFORM_POSTCODE,
      city: e.PLATFORM_CITY,
      country: e.PLATFORM_COUNTRY,
      email: e.PLATFORM_EMAIL,
      vatId: e.PLATFORM_VAT_ID ?? null,
    },
    viesUrl: e.VIES_URL,
    promotionalCreditMicros: fromCents(e.PROMOTIONAL_CREDIT_CENTS),
    google: client('GOOGLE', e.GOOGLE_CLIENT_ID, e.GOOGLE_CLIENT_SECRET, {
      issuer: e.GOOGLE_ISSUER_URL,
    }),
    github: client('GITHUB', e.GITHUB_CLIENT_ID, e.GITHUB_CLIENT_SECRET, {
      url: e.GITHUB_URL,
      apiUrl: e.GITHUB_API_URL,
    }),
    stripe: stripeOf(e),
    speech: {
      threads: e.SPEECH_THREADS ?? availableParallelism(),
      voiceModelsDir: e.VOICE_MODELS_DIR ? resolve(e.VOICE_MODELS_DIR) : null,
      speakerModelFile: e.SPEAKER_MODEL_FILE ? resolve(e.SPEAKER_MODEL_FILE) : null,
      hearVoicesAtStart: e.HEAR_VOICES_AT_START,
      queue: e.SPEECH_QUEUE,
      timeoutMs: e.SPEECH_TIMEOUT_MS,
      atOncePerDeveloper: e.SYNTHESES_AT_ONCE,
    },
    c2paCertificate: certificate(e.C2PA_CERTIFICATE_FILE, e.C2PA_KEY_FILE),
    detection: {
      threads: e.DETECTION_THREADS,
      queue: e.DETECTION_QUEUE,
      waitMs: e.DETECTION_WAIT_MS,
      timeoutMs: e.DETECTION_TIMEOUT_MS,
    },
    trainingsAtOnce: e.TRAININGS_AT_ONCE,
    limits: {
      ordinary: { points: e.LIMIT_ORDINARY_PER_SECOND, windowSeconds: 1 },
      synthesis: { points: e.LIMIT_SYNTHESIS_PER_SECOND, windowSeconds: 1 },
      sign_in: { points: e.LIMIT_SIGN_IN_PER_MINUTE, windowSeconds: 60 },
      audio_check: { points: e.LIMIT_AUDIO_CHECK_PER_MINUTE, windowSeconds: 60 },
      public_check: { points: e.LIMIT_PUBLIC_CHECK_PER_SECOND, windowSeconds: 1 },
      lookup: { points: e.LIMIT_LOOKUP_PER_MINUTE, windowSeconds: 60 },
    },
    sessionMs: 14 * dayMs,
    escrowHoldMs: 7 * dayMs,
  }
}

function withoutEmpty(environment: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

/** A provider is on when both halves of its credentials are set, off when neither is. */
function client<T extends object>(
  name: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
  rest: T,
) {
  if (!clientId && !clientSecret) return null
  if (!clientId || !clientSecret) {
    throw new Error(
      `The settings are wrong:\n${name}_CLIENT_ID and ${name}_CLIENT_SECRET go together`,
    )
  }
  return { clientId, clientSecret, ...rest }
}

/** Payments are on when both the key and a webhook secret are set: without webhooks no money would arrive. */
function stripeOf(e: Env) {
  if (!e.STRIPE_SECRET_KEY && e.STRIPE_WEBHOOK_SECRETS.length === 0) return null
  if (!e.STRIPE_SECRET_KEY || e.STRIPE_WEBHOOK_SECRETS.length === 0) {
    throw new Error(
      'The settings are wrong:\nSTRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRETS go together',
    )
  }
  return {
    apiUrl: e.STRIPE_API_URL,
    connectUrl: e.STRIPE_CONNECT_URL,
    secretKey: e.STRIPE_SECRET_KEY,
    webhookSecrets: e.STRIPE_WEBHOOK_SECRETS,
    connectClientId: e.STRIPE_CONNECT_CLIENT_ID ?? null,
    timeoutMs: e.STRIPE_TIMEOUT_MS,
    retry: {
      attempts: e.STRIPE_ATTEMPTS,
      firstPauseMs: e.STRIPE_FIRST_PAUSE_MS,
      longestPauseMs: 16 * e.STRIPE_FIRST_PAUSE_MS,
    },
  }
}

/** The operator's certificate for content credentials; null for one of our own making. */
function certificate(chainFile: string | undefined, keyFile: string | undefined) {
  if (!chainFile && !keyFile) return null
  if (chainFile && keyFile) return { chainFile: resolve(chainFile), keyFile: resolve(keyFile) }
  throw new Error(
    'The settings are wrong:\nC2PA_CERTIFICATE_FILE and C2PA_KEY_FILE belong together',
  )
}
