import { type Browser, type BrowserContext, expect } from '@playwright/test'
import config from '../../../playwright.config.ts'
import { test as base } from './setup/quiet-page.ts'
import { makeRecordings } from './setup/recordings.ts'

const text = Buffer.from('This is no sound.')

interface Studio {
  files: string[]
  remove: () => void
  browser: Browser
}

/** A browser of its own, whose microphone hears the first recording over and over. */
const test = base.extend<{ context: BrowserContext }, { studio: Studio }>({
  studio: [
    async ({ playwright }, use) => {
      const { files, remove } = await makeRecordings()
      const options = config.use?.launchOptions
      const browser = await playwright.chromium.launch({
        ...options,
        args: [
          ...(options?.args ?? []),
          '--use-fake-ui-for-media-stream',
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-audio-capture=${files[0]}`,
        ],
      })
      await use({ files, remove, browser })
      await browser.close()
      remove()
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

test('a talent registers, consents, records and uploads, and reads what the server heard', async ({
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
    await expect(page.getByText('No talent registered yet')).toHaveCount(3)
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
    await picker.setInputFiles(studio.files)
    await picker.setInputFiles([{ name: 'broken.wav', mimeType: 'audio/wav', buffer: text }])
    await upload.getByRole('button', { name: 'Upload voice' }).click()
    await expect(upload.getByRole('alert')).toHaveText('Please enter a voice name')
    await upload.getByRole('textbox', { name: 'Voice name' }).fill('Tara, warm')
    await upload.getByRole('button', { name: 'Upload voice' }).click()
    await expect(upload.getByRole('alert')).toHaveText('broken.wav: This is no .wav audio file.')
    await expect(upload.getByText('6 of 20 recordings')).toBeVisible()
  })

  await test.step('without it, they become a voice with a report', async () => {
    await upload.getByRole('button', { name: 'Remove broken.wav' }).click()
    await upload.getByRole('button', { name: 'Upload voice' }).click()
    const report = page.getByRole('region', { name: 'Upload report' })
    await expect(report).toContainText('Tara, warm is uploaded')
    await expect(report).toContainText('5 files kept')
    const voice = page.getByRole('listitem', { name: 'Tara, warm' })
    await expect(voice).toContainText('uploaded')
    await expect(voice).toContainText('5 files')
    await expect(upload.getByText('No recordings chosen yet.')).toBeVisible()
  })
})
