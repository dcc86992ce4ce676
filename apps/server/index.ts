export { type Config, productName, readConfig } from './src/config/config.ts'
export { type EmbeddedPostgres, startEmbeddedPostgres } from './src/kit/embedded-postgres.ts'
export { createDatabaseIfMissing, migrate } from './src/kit/migrate.ts'
export { type RunningServer, startServer } from './src/server.ts'
