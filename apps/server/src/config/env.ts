import { z } from 'zod'

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

/**
 * Every setting that the server reads from its environment, as flat values; config.ts gives them meaning.
 * Nobody but this folder reads process.env.
 */
export const env = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('localhost'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.string().startsWith('postgres'),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(12),
  /** The deployment's one secret; keys for sealing and for the watermark are derived from it. */
  SECRET_KEY: z.string().min(32),
  API_URL: z.url().optional(),
  WEB_URL: z.url().optional(),
  WEB_DIST: z.string().optional(),
  TRUST_PROXY: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** An address that answers {"offset_ms": n}; without it the system's time is used. */
  CLOCK_URL: z.url().optional(),
  ADMIN_EMAILS: list.default([]),
  PLATFORM_COUNTRY: z.string().length(2).default('DE'),
  /** The seller on invoices. */
  PLATFORM_COMPANY: z.string().min(1).max(200).default('Viva Voce (operator not configured)'),
  PLATFORM_STREET: z.string().max(200).default('Street not configured'),
  PLATFORM_POSTCODE: z.string().max(20).default('00000'),
  PLATFORM_CITY: z.string().max(100).default('City not configured'),
  PLATFORM_EMAIL: z.email().default('billing@vivavoce.example'),
  /** Names us to VIES, which then gives a consultation number; on every invoice. */
  PLATFORM_VAT_ID: z
    .string()
    .regex(/^[A-Z]{2}[A-Z0-9]{2,13}$/)
    .optional(),
  VIES_URL: z.url().default('https://ec.europa.eu/taxation_customs/vies/rest-api'),
  PROMOTIONAL_CREDIT_CENTS: z.coerce.number().int().min(0).max(10_000).default(200),
  GOOGLE_ISSUER_URL: z.url().default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: z.url().default('https://github.com'),
  GITHUB_API_URL: z.url().default('https://api.github.com'),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  STRIPE_API_URL: z.url().default('https://api.stripe.com'),
  /** Where Connect's OAuth page is. */
  STRIPE_CONNECT_URL: z.url().default('https://connect.stripe.com'),
  STRIPE_SECRET_KEY: z.string().optional(),
  /** One for our own events, one for those of connected accounts, and the next one of a rotation. */
  STRIPE_WEBHOOK_SECRETS: list.default([]),
  STRIPE_CONNECT_CLIENT_ID: z.string().optional(),
  STRIPE_TIMEOUT_MS: z.coerce.number().int().min(100).max(80_000).default(20_000),
  STRIPE_ATTEMPTS: z.coerce.number().int().min(1).max(10).default(4),
  STRIPE_FIRST_PAUSE_MS: z.coerce.number().int().min(1).max(10_000).default(500),
  SPEECH_THREADS: z.coerce.number().int().min(1).max(64).optional(),
  /** A folder with a folder for each neural voice (voice.json and its model); without it there are none. */
  VOICE_MODELS_DIR: z.string().optional(),
  /** An ONNX speaker model (WeSpeaker, 3D-Speaker, NeMo) that tells voices in place of the one that comes with the product. */
  SPEAKER_MODEL_FILE: z.string().optional(),
  /** PEM files of the certificate that content credentials (C2PA) are signed with: the chain, and its key. */
  C2PA_CERTIFICATE_FILE: z.string().optional(),
  C2PA_KEY_FILE: z.string().optional(),
  /** Whether voices that were never heard speak a little after the start, so that checks know them; else at their first check. */
  HEAR_VOICES_AT_START: flag.default(true),
  SPEECH_QUEUE: z.coerce.number().int().min(0).max(10_000).default(64),
  SPEECH_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(120_000),
  /** Threads for files that strangers ask about; at a low priority, so that speech goes first. */
  DETECTION_THREADS: z.coerce.number().int().min(1).max(64).default(1),
  DETECTION_QUEUE: z.coerce.number().int().min(0).max(1_000).default(4),
  /** For one file, the time that others take before it in the thread not counted. */
  /** A check that takes longer is answered with an id to ask again by. */
  DETECTION_WAIT_MS: z.coerce.number().int().min(1).max(60_000).default(8_000),
  DETECTION_TIMEOUT_MS: z.coerce.number().int().min(100).max(3_600_000).default(900_000),
  /** How many voices a worker trains at a time, each in a thread of its own; 0 for a worker that trains none. */
  TRAININGS_AT_ONCE: z.coerce.number().int().min(0).max(16).default(1),
  /** How many syntheses one developer may have running at a time, over all processes. */
  SYNTHESES_AT_ONCE: z.coerce.number().int().min(1).max(10_000).default(16),
  LIMIT_ORDINARY_PER_SECOND: z.coerce.number().int().min(1).default(100),
  LIMIT_SYNTHESIS_PER_SECOND: z.coerce.number().int().min(1).default(20),
  LIMIT_SIGN_IN_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  LIMIT_AUDIO_CHECK_PER_MINUTE: z.coerce.number().int().min(1).default(12),
  LIMIT_PUBLIC_CHECK_PER_SECOND: z.coerce.number().int().min(1).default(20),
  /** Calls that make us ask somebody outside, such as VIES. */
  LIMIT_LOOKUP_PER_MINUTE: z.coerce.number().int().min(1).default(30),
})
export type Env = z.infer<typeof env>
