import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from './setup/quiet-page.ts'

async function signInAsNewcomer(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Name' }).fill('Petra Payer')
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function payWith(page: Page, number: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill('petra@studio.example')
  await page.getByRole('textbox', { name: 'Card number' }).fill(number)
  await page.getByRole('button', { name: 'Pay' }).click()
}

async function isAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target}`)).toEqual([])
}

test('a developer tops the wallet up on the hosted page and finds it in the statement', async ({
  page,
}) => {
  await signInAsNewcomer(page, `petra-${Date.now()}@studio.example`)
  await page.getByRole('button', { name: 'I am a Developer' }).click()
  await expect(page).toHaveURL(/\/dashboard\/dev$/)
  await page.goto('/billing')

  await test.step('a declined card is refused on the page', async () => {
    await page.getByRole('button', { name: '€50.00' }).click()
    await page.getByRole('checkbox', { name: /Save this card/ }).check()
    await page.getByRole('button', { name: 'Top up', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Pay €50.00' })).toBeVisible()
    await isAccessible(page)
    await payWith(page, '4000000000000002')
    await expect(page.getByRole('alert')).toContainText('Your card was declined.')
  })

  await test.step('another one pays, and the money arrives', async () => {
    await payWith(page, '4242 4242 4242 4242')
    await expect(page).toHaveURL(/\/success\?session_id=cs_test_/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Successful')
    await expect(page.getByRole('status').filter({ hasText: 'in your wallet' })).toContainText(
      '€50.00',
    )
    await page.getByRole('link', { name: 'Back to Billing' }).click()
    await expect(page.getByLabel('Wallet').getByText('€52.00').first()).toBeVisible()
    const statement = page.getByRole('table', { name: 'Statement' })
    await expect(statement).toContainText('Top-up')
    await expect(statement).toContainText('Promotional credit')
  })

  await test.step('the saved card tops up below a limit', async () => {
    await page.getByRole('textbox', { name: 'Warn below (euro)' }).fill('60')
    await page.getByRole('checkbox', { name: /card that ends in 4242/ }).check()
    await page.getByRole('textbox', { name: 'Then top up by (euro)' }).fill('75')
    const setting = page.getByRole('region', { name: 'Automatic top-up' })
    await setting.getByRole('button', { name: 'Save' }).click()
    await expect(async () => {
      await page.reload()
      await expect(page.getByLabel('Wallet').getByText('€127.00').first()).toBeVisible()
    }).toPass({ timeout: 30_000 })
  })
})

test('a visitor reserves a spot for one euro, or changes their mind', async ({ page }) => {
  await page.goto('/')
  const form = page.getByRole('region', { name: 'Early access' })
  const reserve = async () => {
    await form.getByRole('textbox', { name: 'Email' }).fill(`vera-${Date.now()}@studio.example`)
    await form.getByRole('button', { name: 'Reserve for €1' }).click()
    await expect(page.getByRole('heading', { name: 'Pay €1.00' })).toBeVisible()
  }
  await reserve()
  await page.getByRole('link', { name: 'Back without paying' }).click()
  await expect(page).toHaveURL(/\/cancel$/)
  await page.goto('/')
  await reserve()
  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/success\?session_id=cs_test_/)
  await expect(page.getByText(/^cs_test_/)).toBeVisible()
  await expect(async () => {
    await page.goto('/')
    await expect(form).toContainText(/1 spot is reserved so far/)
  }).toPass({ timeout: 30_000 })

  await test.step('an administrator gives the euro back, with a reason', async () => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: /Ada Operator/ }).click()
    await expect(page).toHaveURL(/\/dashboard/)
    await page.goto('/dashboard/admin')
    const reservations = page.getByRole('table', { name: 'Early-access reservations' })
    const paid = reservations
      .getByRole('row')
      .filter({ hasText: 'vera-' })
      .filter({
        has: page.getByRole('button', { name: /^Refund/ }),
      })
    await expect(paid).toHaveCount(1)
    await paid.getByRole('button', { name: /^Refund/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund this reservation?' })
    await isAccessible(page)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Changed her mind by letter')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await expect(dialog).toBeHidden()
    await expect(reservations.getByText('refunded')).toBeVisible()
    await expect(paid).toHaveCount(0)
  })
})

test('a talent connects an account for payouts and sees that nothing is due', async ({ page }) => {
  await signInAsNewcomer(page, `tilda-${Date.now()}@talent.example`)
  await page.getByRole('button', { name: 'I am a Voice Talent' }).click()
  await expect(page).toHaveURL(/\/dashboard\/talent$/)
  const register = page.getByRole('region', { name: 'Register' })
  await register.getByRole('textbox', { name: 'Name' }).fill('Tilda Talent')
  await register.getByRole('textbox', { name: 'Email' }).fill('tilda@talent.example')
  await register.getByRole('button', { name: /Register/ }).click()
  const payouts = page.getByRole('region', { name: 'Payout account' })
  await payouts.getByRole('button', { name: 'Start onboarding' }).click()
  await expect(page.getByRole('heading', { name: 'Get paid by Viva Voce' })).toBeVisible()
  await isAccessible(page)
  await page.getByRole('textbox', { name: 'Legal name' }).fill('Tilda Talent')
  await page.getByRole('checkbox', { name: 'I agree to the terms' }).check()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/dashboard\/talent\?onboarding=returned$/)
  await expect(payouts.getByText('enabled', { exact: true }).first()).toBeVisible({
    timeout: 20_000,
  })
  await expect(payouts).toContainText('Nothing')
})
