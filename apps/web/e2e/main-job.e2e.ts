import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { test } from './setup/quiet-page.ts'

const run = promisify(execFile)

/** Picks somebody who is not in the demo, at the sandbox's Google. */
async function signInAsNewcomer(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Name' }).fill('Nora Newcomer')
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a developer signs in, gets a key, speaks, and the payment is released a week later', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Login' }).first().click()
  await signInAsNewcomer(page, `nora-${Date.now()}@studio.example`)

  await test.step('choose Developer', async () => {
    await expect(page).toHaveURL(/\/signup\/choose-role$/)
    await page.getByRole('button', { name: 'I am a Developer' }).click()
    await expect(page).toHaveURL(/\/dashboard\/dev$/)
    await expect(page.getByText('€2.00').first()).toBeVisible()
  })

  const key = await test.step('create a key, shown once', async () => {
    await page.getByRole('textbox', { name: 'Key name' }).fill('journey')
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your new API key' })
    const secret = (await dialog.getByLabel('API key').textContent()) ?? ''
    expect(secret).toMatch(/^vv_live_/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('table', { name: 'API Keys' })).toContainText('journey')
    await expect(page.getByRole('table', { name: 'API Keys' })).not.toContainText(secret)
    return secret
  })

  await test.step('copy the quickstart and run that very curl', async () => {
    await page.getByRole('tab', { name: 'cURL' }).click()
    const copy = page
      .getByRole('region', { name: 'Quickstart' })
      .getByRole('button', { name: 'Copy' })
    await copy.click()
    await expect(page.getByRole('region', { name: 'Quickstart' })).toContainText('Copied!')
    const snippet = await page.evaluate(() => navigator.clipboard.readText())
    const folder = mkdtempSync(join(tmpdir(), 'viva-voce-curl-'))
    const { stdout } = await run('sh', ['-c', snippet.replace('{key}', key)], { cwd: folder })
    expect(stdout).toMatch(/^x-license-token: \S+\.\S+\.\S+/i)
    const wav = readFileSync(join(folder, 'hello.wav'))
    rmSync(folder, { recursive: true })
    expect(wav.subarray(0, 4).toString()).toBe('RIFF')
    expect(wav.length).toBeGreaterThan(30_000)
  })

  await test.step('hear the playground', async () => {
    await page
      .getByRole('textbox', { name: /text/i })
      .fill('The tide comes in twice a day, and so do we.')
    await expect(page.getByText(/€0\.\d+/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Speak' }).click()
    const player = page.getByRole('region', { name: 'Player' })
    await expect(player.getByRole('slider', { name: 'Position' })).toHaveAttribute(
      'aria-valuemax',
      /[2-9]/,
    )
    // It plays at once, or at a click: the position moves either way.
    if (await player.getByRole('button', { name: 'Play' }).isVisible()) {
      await player.getByRole('button', { name: 'Play' }).click()
    }
    await expect(player.getByRole('slider', { name: 'Position' })).not.toHaveAttribute(
      'aria-valuenow',
      '0',
    )
  })

  await test.step('the licence is valid', async () => {
    await page.getByRole('button', { name: 'Check licence' }).click()
    await expect(page.getByRole('region', { name: 'Receipt' })).toContainText(/valid/i)
  })

  await test.step('the payment is held, checked, and released after seven days', async () => {
    const payment = page.getByRole('region', { name: 'Held payment' })
    await expect(payment.getByRole('status')).toContainText('PENDING')
    await expect(payment).toContainText('Watermark: passed')
    await expect(payment).toContainText('Deep-fake scan: passed')
    await expect(payment.getByRole('status')).toContainText('PENDING')
    const moved = await fetch(`${process.env.VV_SANDBOX_URL}/clock/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ days: 7 }),
    })
    expect(moved.ok).toBe(true)
    await expect(payment.getByRole('status')).toContainText('RELEASED', { timeout: 15_000 })
  })
})

test('an administrator and a talent see their own dashboards and not each other’s', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await page.getByRole('button', { name: /Tessa Talent/ }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/dashboard/talent')
  await expect(page).toHaveURL(/\/dashboard\/talent$/)
  const earned = page.getByRole('region', { name: 'Royalties' }).getByRole('row')
  await expect(earned.nth(1)).toContainText(/€\d+\.\d+/)
  await page.goto('/dashboard/admin')
  await expect(page).toHaveURL(/\/$/)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)

  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: /Ada Operator/ }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/dashboard/admin')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
})

test('an unverified email is refused with a sentence that helps', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: /Una Unverified/ }).click()
  await expect(page).toHaveURL(/\/login\?error=/)
  await expect(page.getByRole('alert')).toContainText('has not verified this email')
})
