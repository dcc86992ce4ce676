import { test as base, expect } from '@playwright/test'

/** Statuses that a page asks for on purpose: nobody signed in yet, a worker that is still starting. */
const expectedStatuses = /status of (401|503)/

/** A page whose test fails when the browser's console shows an error, or when a script throws. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !expectedStatuses.test(message.text())) {
        errors.push(`${message.text()} (${message.location().url})`)
      }
    })
    await use(page)
    expect(errors, 'errors in the console').toEqual([])
  },
})
