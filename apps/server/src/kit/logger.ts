import { pino } from 'pino'

export type Logger = pino.Logger

/** JSON lines on stdout. Credentials that could stand in a header or a body are cut out. */
export function createLogger(options: { level: string; name: string }): Logger {
  return pino({
    name: options.name,
    level: options.level,
    redact: {
      paths: [
        'req.headers.cookie',
        'req.headers.authorization',
        'req.headers["x-api-key"]',
        'req.headers["x-csrf-token"]',
        'res.headers["set-cookie"]',
      ],
      censor: '[cut]',
    },
  })
}
