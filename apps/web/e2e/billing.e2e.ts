import { expect } from '@playwright/test'
import { test } from './setup/quiet-page.ts'

test.setTimeout(120_000)

test('a developer checks a VAT ID, saves the billing profile and reads usage and royalties', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: /Dana Developer/ }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  await page.goto('/billing')
  const vatId = page.getByRole('textbox', { name: 'VAT ID', exact: true })
  const validate = page.getByRole('button', { name: 'Validate' })
  await vatId.fill('FR40303265045')
  await validate.click()
  await expect(page.getByText('Valid (reverse-charge)')).toBeVisible()
  await expect(page.getByText(/Consultation number WAPIAAAA/)).toBeVisible()
  await vatId.fill('DE136695977')
  await validate.click()
  await expect(page.getByText('Invalid', { exact: true })).toBeVisible()

  const country = page.getByRole('textbox', { name: 'Country' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Studio Dana')
  await country.fill('FR')
  await page.getByRole('textbox', { name: 'VAT ID of the company' }).fill('FR40303265045')
  await save.click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText(/Valid by VIES/)).toBeVisible()
  await page.reload()
  await expect(country).toHaveValue('FR')

  await page.goto('/usage')
  await expect(page.getByRole('img', { name: /Requests by day/ })).toBeVisible()
  await expect(page.getByText('Loading…', { exact: true })).toHaveCount(0)

  await page.goto('/royalties')
  await page.getByRole('button', { name: '60 days' }).click()
  await expect(page.getByText('Next 60 days')).toBeVisible()
  await expect(page.getByText(/Smart escrow system holds payments/)).toBeVisible()
})

test('what cannot be loaded is a sentence, and sample data that is called so', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: /Dana Developer/ }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  // Answers that no contract knows, as a broken proxy might give.
  await page.route('**/v1/metrics/**', (route) => route.fulfill({ json: { oops: true } }))
  await page.route('**/v1/escrows**', (route) => route.fulfill({ json: { oops: true } }))
  await page.goto('/royalties')
  await expect(page.getByText('Failed to load royalty data').first()).toBeVisible()
  await expect(page.getByText('Failed to load escrow data')).toBeVisible()
  // Not the forecast: it has real royalties of the demo's talent to go by.
  await expect(page.getByText('Sample data')).toHaveCount(2)
  await page.goto('/usage')
  await expect(page.getByText('Failed to load usage data')).toBeVisible()
  await expect(page.getByText('Sample data')).toHaveCount(1)
})
