import { fileURLToPath } from 'node:url'
import type { LimitClass } from '@viva-voce/contract'
import { type Config, productName } from './config/config.ts'
import { createKeyring, type Keyring } from './domains/licences/keyring.ts'
import { createProvenance, type Provenance } from './integrations/c2pa/provenance.ts'
import { createProviders, type Providers } from './integrations/oauth/providers.ts'
import { createStripe, type PaymentProvider } from './integrations/stripe/stripe.ts'
import { createVies, type Vies } from './integrations/vies/vies.ts'
import { type Clock, followingClock, systemClock } from './kit/clock.ts'
import { type Db, openDb } from './kit/db.ts'
import { createIds, type Ids } from './kit/ids.ts'
import { createLimiter, type Limiter } from './kit/limiter.ts'
import { createLogger, type Logger } from './kit/logger.ts'
import { folderObjectStore, type ObjectStore } from './kit/object-store.ts'
import { type Random, systemRandom } from './kit/random.ts'
import { deriveKey } from './kit/seal.ts'
import { createWorkPool, type WorkPool } from './kit/work-pool.ts'
import { createDetectionWork, type DetectionWork } from './work/detection-work.ts'
import { createSpeechWork, type SpeechWork } from './work/speech-work.ts'

/** Everything that an endpoint or a job may use, wired by hand once per process. */
export interface Context {
  config: Config
  logger: Logger
  db: Db
  clock: Clock
  random: Random
  ids: Ids
  objects: ObjectStore
  limiter: Limiter<Exclude<LimitClass, 'none'>>
  speech: SpeechWork
  detection: DetectionWork
  keyring: Keyring
  provenance: Provenance
  providers: Providers
  vies: Vies
  /** A thread for forecasts. */
  forecasts: WorkPool
  /** The payment provider; null while it is not set up. */
  stripe: PaymentProvider | null
  /** This process in the `processes` table; leases name it. */
  processId: string
  close(): Promise<void>
}

/** What tests and the seed put in place of the real thing. */
export interface ContextOverrides {
  clock?: Clock
  random?: Random
  logger?: Logger
}

/** Opens everything; `close` closes it in the opposite order. */
export async function createContext(
  config: Config,
  overrides: ContextOverrides = {},
): Promise<Context> {
  const logger = overrides.logger ?? createLogger({ level: config.logLevel, name: 'viva-voce' })
  const clock = overrides.clock ?? (await clockOf(config, logger))
  const random = overrides.random ?? systemRandom
  const ids = createIds(clock, random)
  const db = openDb({ ...config.database, logger })
  const limiter = createLimiter({ url: config.database.url, limits: config.limits, logger })
  const watermarkKey = deriveKey(config.secretKey, 'watermark/1')
  const objects = folderObjectStore(config.objectsDir)
  const speech = createSpeechWork({
    ...config.speech,
    objects,
    logger,
    filename: fileURLToPath(import.meta.resolve('./work/speech-tasks.ts')),
    backgroundFilename: fileURLToPath(import.meta.resolve('./work/speech-background-tasks.ts')),
    watermarkKey,
  })
  const detection = createDetectionWork({ ...config.detection, watermarkKey })
  const forecasts = createWorkPool({
    filename: fileURLToPath(import.meta.resolve('./work/forecast/forecast-tasks.ts')),
    ...{ threads: 1, keptThreads: 0, queue: 64, workerData: null },
  })
  const keyring = createKeyring({
    sealKey: deriveKey(config.secretKey, 'seal/1'),
    random,
    ids,
    clock,
  })
  return {
    config,
    logger,
    db,
    clock,
    random,
    ids,
    objects,
    limiter,
    speech,
    detection,
    keyring,
    provenance: createProvenance({
      certificate: config.c2paCertificate,
      seed: deriveKey(config.secretKey, 'c2pa/1'),
      issuer: productName,
    }),
    providers: createProviders(config),
    forecasts,
    vies: createVies({ url: config.viesUrl, requester: requesterOf(config) }),
    stripe: config.stripe && createStripe(config.stripe, random),
    processId: ids.next('proc'),
    async close() {
      await detection.close()
      await speech.close()
      await forecasts.close()
      await limiter.close()
      await db.destroy()
      clock.stop()
    },
  }
}

/** Who we are to VIES; it writes EL for Greece, as VAT IDs do. */
function requesterOf({ seller }: Config): { prefix: string; number: string } | null {
  if (!seller.vatId) return null
  return { prefix: seller.vatId.slice(0, 2), number: seller.vatId.slice(2) }
}

function clockOf(config: Config, logger: Logger): Promise<Clock> | Clock {
  return config.clockUrl ? followingClock(config.clockUrl, logger) : systemClock
}
