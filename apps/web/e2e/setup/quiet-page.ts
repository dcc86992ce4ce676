import { test as base, expect } from '@playwright/test'

/** Statuses that a page asks for on purpose: nobody signed in yet, a worker that is still starting, a bad file. */
const expectedStatuses = /status of (401|503|422 .+\/(upload|compliance\/audio))/

/** A page whose test fails when the browser's console shows an error, or when a script throws. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      const words = `${message.text()} (${message.location().url})`
      if (message.type() === 'error' && !expectedStatuses.test(words)) errors.push(words)
    })
    await use(page)
    expect(errors, 'errors in the console').toEqual([])
  },
})
