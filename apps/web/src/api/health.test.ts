import { expect, test } from 'vitest'
import { healthOf } from './health.ts'

test.each([
  [{ ok: true, db: 'up', s3: 'up' }, 'ok'],
  [{ ok: true, db: 'up (18.4)', s3: 'skipped: folder' }, 'ok'],
  [{ ok: true, db: 'up' }, 'ok'],
  [{ ok: false, db: 'up', s3: 'up' }, 'degraded'],
  [{ ok: true, db: 'down', s3: 'up' }, 'degraded'],
  [{ ok: true, db: 'up', s3: 'down' }, 'degraded'],
  [{ ok: true }, 'down'],
  [null, 'down'],
])('%o is %s', (answer, health) => {
  expect(healthOf(answer)).toBe(health)
})
