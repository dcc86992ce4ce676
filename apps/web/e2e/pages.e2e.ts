import { expect } from '@playwright/test'
import { inspect } from './setup/inspect.ts'
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
