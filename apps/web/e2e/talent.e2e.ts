import { type Browser, type BrowserContext, expect } from '@playwright/test'
import config from '../../../playwright.config.ts'
import { inspect } from './setup/inspect.ts'
import { test as base } from './setup/quiet-page.ts'
import { makeRecordings, type Recordings } from './setup/recordings.ts'

const text = Buffer.from('This is no sound.')

interface Studio {
  recordings: Recordings
  browser: Browser
}

/** A browser of its own, whose microphone hears the first recording over and over. */
const test = base.extend<{ context: BrowserContext }, { studio: Studio }>({
  studio: [
    async ({ playwright }, use) => {
      const recordings = await makeRecordings()
      const options = config.use?.launchOptions
      const browser = await playwright.chromium.launch({
        ...options,
        args: [
          ...(options?.args ?? []),
          '--use-fake-ui-for-media-stream',
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-audio-capture=${recordings.free[0]}`,
        ],
      })
      await use({ recordings, browser })
      await browser.close()
      recordings.remove()
    },
    { scope: 'worker' },
  ],
  context: async ({ studio, baseURL }, use) => {
    const context = await studio.browser.newContext({
      baseURL,
      viewport: { width: 1440, height: 900 },
      permissions: ['microphone', 'clipboard-read', 'clipboard-write'],
    })
    await use(context)
    await context.close()
  },
})

/** Training and measuring take CPU time, which other programs may want as well. */
const slow = { timeout: 60_000 }
test.setTimeout(300_000)

test('a talent registers, consents, records, uploads, trains a voice and hears it', async ({
  page,
  studio,
}) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(`tara-${Date.now()}@voices.example`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Tara Tenor')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I am a Voice Talent' }).click()
  await expect(page).toHaveURL(/\/dashboard\/talent$/)
  const upload = page.getByRole('form', { name: 'Upload a voice' })

  await test.step('nothing works before the registration, and says so', async () => {
    await expect(page.getByText('No talent registered yet')).toHaveCount(4)
    await upload.getByRole('button', { name: 'Upload voice' }).click()
    await expect(upload.getByRole('alert')).toHaveText('Register talent first')
  })

  await test.step('register', async () => {
    const section = page.getByRole('region', { name: 'Register' })
    await section.getByRole('button', { name: 'Register as a talent' }).click()
    await expect(section.getByRole('alert')).toHaveText('Please enter name and email')
    await section.getByRole('textbox', { name: 'Name' }).fill('Tara Tenor')
    await section.getByRole('button', { name: 'Register as a talent' }).click()
    await expect(section).toBeHidden()
  })

  const consent = page.getByRole('region', { name: 'Consent', exact: true })
  const record = page.getByRole('region', { name: 'Consent record' })

  await test.step('consent is asked for, revoked and given again, and each is on record', async () => {
    await expect(consent.getByRole('region', { name: 'Consent text' })).toContainText(
      'Article 7(3)',
    )
    const decide = async (button: string, warning: string, confirm: string, state: string) => {
      await consent.getByRole('button', { name: button }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(warning)
      await dialog.getByRole('button', { name: confirm }).click()
      await expect(consent.getByRole('status')).toContainText(state)
    }
    const agree = 'I agree, grant consent'
    await decide('Grant consent', 'used to train voices', agree, 'Consent granted')
    await decide('Revoke consent', 'are frozen', 'Revoke consent', 'Consent revoked')
    await decide('Grant consent', 'thaw', agree, 'Consent granted')
    await expect(record.getByRole('row')).toHaveCount(1 + 3)
    await expect(record.getByRole('status')).toContainText('Chain verified')
  })

  await test.step('read two sentences of the script by keyboard, and hear one', async () => {
    const script = page.getByRole('region', { name: 'Reading script' })
    await script.getByRole('button', { name: 'Turn on microphone' }).click()
    const level = script.getByRole('meter', { name: 'Input level' })
    await expect(level).not.toHaveAttribute('aria-valuenow', '-60')
    const bar = level.locator('[data-zone]')
    await expect.poll(async () => (await bar.boundingBox())?.width).toBeGreaterThan(100)
    await script.getByRole('button', { name: 'Record', exact: true }).focus()
    for (const number of [1, 2]) {
      const recording = script.getByText('Read the sentence, then press Stop.')
      await page.keyboard.press('r')
      await expect(recording).toBeVisible()
      await expect(script.getByText('0:02')).toBeVisible()
      await page.keyboard.press('r')
      const place = script.getByRole('button', {
        name: `Sentence ${number}, recorded`,
        exact: true,
      })
      await expect(place).toBeVisible()
      await page.keyboard.press('ArrowRight')
    }
    await script.getByRole('button', { name: 'Sentence 2, recorded' }).click()
    await script.getByRole('button', { name: 'Play this take' }).click()
    await expect(script.getByRole('button', { name: 'Stop this take' })).toBeVisible()
    const chosen = upload.getByRole('list', { name: 'Chosen recordings' })
    await expect(chosen).toContainText('01.wav')
    await expect(chosen).toContainText('Sentence 2, English')
    const download = page.waitForEvent('download')
    await script.getByRole('link', { name: 'Download text' }).click()
    expect((await download).suggestedFilename()).toBe('viva-voce-script-en.txt')
  })

  await test.step('a refused file leaves everything chosen', async () => {
    const picker = upload.getByLabel(/Choose audio files/)
    await picker.setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: text }])
    await expect(upload.getByRole('alert')).toHaveText('Only .wav, .mp3, .m4a files are allowed')
    await picker.setInputFiles(studio.recordings.free)
    await picker.setInputFiles([{ name: 'broken.wav', mimeType: 'audio/wav', buffer: text }])
    await upload.getByRole('button', { name: 'Upload voice' }).click()
    await expect(upload.getByRole('alert')).toHaveText('Please enter a voice name')
    await upload.getByRole('textbox', { name: 'Voice name' }).fill('Tara, warm')
    await upload.getByRole('button', { name: 'Upload voice' }).click()
    await expect(upload.getByRole('alert')).toHaveText(
      'broken.wav: This is no .wav audio file.',
      slow,
    )
    await expect(upload.getByText('5 of 20 recordings')).toBeVisible()
  })

  await test.step('a cancelled upload leaves everything chosen', async () => {
    await upload.getByRole('button', { name: 'Remove broken.wav' }).click()
    // The request never gets past here, as on a line that has gone silent.
    await page.route('**/upload', () => {})
    await upload.getByRole('button', { name: 'Upload voice' }).click()
    await upload.getByRole('button', { name: 'Cancel' }).click()
    await expect(upload.getByText('4 of 20 recordings')).toBeVisible()
    await expect(upload.getByRole('progressbar')).toBeHidden()
    await page.unroute('**/upload')
  })

  await test.step('sent again, they become a voice with a report', async () => {
    await upload.getByRole('button', { name: 'Upload voice' }).click()
    const report = page.getByRole('region', { name: 'Upload report' })
    await expect(report).toContainText('Tara, warm is uploaded', slow)
    await expect(report).toContainText('4 files kept in voice_')
    const voice = page.getByRole('listitem', { name: 'Tara, warm' })
    await expect(voice).toContainText('uploaded')
    await expect(voice).toContainText('4 files')
    await expect(upload.getByText('No recordings chosen yet.')).toBeVisible()
  })

  await test.step('its training is cancelled, and it is as it was', async () => {
    const voice = page.getByRole('listitem', { name: 'Tara, warm' })
    await voice.getByRole('button', { name: 'Train this voice' }).click()
    await voice.getByRole('button', { name: 'Cancel training' }).click()
    await expect(voice.getByText('uploaded', { exact: true })).toBeVisible(slow)
  })

  const trained = page.getByRole('listitem', { name: 'Tara, by the script' })

  await test.step('the script is uploaded as another voice, and trained', async () => {
    await upload.getByLabel(/Choose audio files/).setInputFiles(studio.recordings.script)
    await upload.getByRole('textbox', { name: 'Voice name' }).fill('Tara, by the script')
    await upload.getByRole('button', { name: 'Upload voice' }).click()
    await trained.getByRole('button', { name: 'Train this voice' }).click()
    await expect(trained.getByText('training', { exact: true })).toBeVisible()
    await expect(trained.getByRole('progressbar')).toBeVisible()
    await expect(trained.getByText('ready', { exact: true })).toBeVisible({ timeout: 180_000 })
  })

  await test.step('it is heard, its report is read, and its price is set', async () => {
    await trained.getByRole('button', { name: 'Play a sample' }).click()
    await expect(trained.getByRole('button', { name: 'Stop a sample' })).toBeVisible(slow)
    await trained.getByText('Training report').click()
    const report = trained.getByRole('table', { name: 'How near the voice came' })
    await expect(report.getByRole('row', { name: /Timbre distance/ })).toContainText('nearer')
    const price = trained.getByRole('textbox', { name: 'Price per second' })
    await price.fill('0.3')
    await trained.getByRole('button', { name: 'Set price' }).click()
    await expect(trained.getByRole('alert')).toHaveText('Please enter a price from 0.005 to 0.200')
    await price.fill('0,025')
    await trained.getByRole('button', { name: 'Set price' }).click()
    await expect(price).toHaveValue('0.025')
    await expect(trained.getByRole('button', { name: 'Set price' })).toBeDisabled()
  })

  await test.step('all of it can be read by everybody', async () => {
    expect(await inspect(page)).toEqual([])
  })

  await test.step('everybody finds it in the catalogue', async () => {
    await page.goto('/voices?tier=custom')
    const row = page.getByRole('listitem').filter({ hasText: 'Tara, by the script' })
    await expect(row).toContainText('€0.025 per second')
    await row.getByRole('button', { name: 'Play a sample of Tara' }).click()
    await expect(row.getByRole('button', { name: 'Stop a sample of Tara' })).toBeVisible()
  })

  await test.step('withdrawn, it is gone from there', async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'Last Action' })).toContainText('Price changed')
    await trained.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('button', { name: 'Withdraw for good' }).click()
    await expect(trained).toContainText('Withdrawn for good')
    await page.goto('/voices?tier=custom&search=Tara')
    await expect(page.getByText('No voice matches.')).toBeVisible()
  })
})

test('catalogue voices are not trained, and a developer’s test synthesis is a licensed take', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: /Dana Developer/ }).click()
  await page.waitForURL(/dashboard/)
  await page.goto('/dashboard')
  const box = page.getByRole('region', { name: 'Train Voice' })
  await expect(box.getByRole('button', { name: 'Queue Training' })).toBeDisabled()
  await box.getByRole('textbox', { name: 'Voice id' }).fill('premium_en_us_001')
  await expect(box).toContainText('Catalogue voices cannot be trained')
  const download = page.waitForEvent('download')
  await box.getByRole('button', { name: 'Download Test Synthesis' }).click()
  expect((await download).suggestedFilename()).toMatch(/^syn_.+\.wav$/)
  const take = box.getByRole('region', { name: 'Test synthesis' })
  await expect(take.getByRole('status')).toHaveText('PENDING')
  await expect(page.getByRole('region', { name: 'Last Action' })).toContainText('premium_en_us_001')
})
