import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from './setup/quiet-page.ts'

const open = [
  '/',
  '/login',
  '/voices',
  '/docs',
  '/docs/errors',
  '/legal',
  '/tos',
  '/imprint',
  '/status',
  '/verify',
  '/cancel',
  '/nowhere',
]
const behindSignIn = [
  '/dashboard',
  '/dashboard/dev',
  '/billing',
  '/usage',
  '/royalties',
  '/profile',
]

/** Each theme at one width: the contrast of every pair of colours has a unit test of its own. */
const views = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
] as const

/** WCAG 2.1 A and AA by axe, and nothing that scrolls sideways. */
async function inspect(page: Page, path: string): Promise<string[]> {
  const wrong: string[] = []
  for (const { colorScheme, width } of views) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path, { waitUntil: 'networkidle' })
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
      .analyze()
    const where = `${path} ${colorScheme} ${width}`
    wrong.push(...violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.target}`))
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    if (wide > 0) wrong.push(`${where}: scrolls sideways by ${wide} px`)
  }
  return wrong
}

test.setTimeout(300_000)

test('public pages can be read by everybody', async ({ page }) => {
  const wrong: string[] = []
  for (const path of open) wrong.push(...(await inspect(page, path)))
  expect(wrong).toEqual([])
})

test('a developer’s pages can be read by everybody', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: /Dana Developer/ }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  const wrong: string[] = []
  for (const path of behindSignIn) wrong.push(...(await inspect(page, path)))
  expect(wrong).toEqual([])
})

test('a talent’s page can be read by everybody', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: /Tessa Talent/ }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  expect(await inspect(page, '/dashboard/talent')).toEqual([])
})
