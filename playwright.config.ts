import { defineConfig } from '@playwright/test'

/** Journeys in a real Chromium against the whole product as `npm start` runs it. */
export default defineConfig({
  testDir: 'apps/web/e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './apps/web/e2e/setup/start-product.ts',
  workers: 1,
  retries: 0,
  timeout: 240_000,
  // A machine that builds beside the tests is slow to answer, not wrong.
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list'], ['json']],
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    // Set by globalSetup before the workers read this file.
    baseURL: process.env.VV_URL,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
})
