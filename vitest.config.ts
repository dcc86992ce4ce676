import { defineConfig } from 'vitest/config'

// They end what hangs, and measure nothing: on a slow machine with other work a test takes several times as long.
const node = { environment: 'node', testTimeout: 90_000, hookTimeout: 120_000 } as const

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      { test: { ...node, name: 'sandbox', include: ['apps/sandbox/tests/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'server',
          include: ['apps/server/tests/*.test.ts'],
          globalSetup: ['apps/server/tests/setup/database.ts'],
        },
      },
    ],
  },
})
