import { expect, type Page } from '@playwright/test'
import { test } from './setup/quiet-page.ts'

/** A synthesis made with the demo's key, as a file to choose. */
async function synthesis(page: Page, text: string) {
  const answer = await page.request.post(`${process.env.VV_URL}/v1/synthesize`, {
    headers: { 'X-API-Key': process.env.VV_API_KEY! },
    data: { text, voice_id: 'premium_en_us_001', usage: 'podcast' },
  })
  expect(answer.status()).toBe(200)
  const buffer = await answer.body()
  return { file: { name: 'clip.wav', mimeType: 'audio/wav', buffer }, headers: answer.headers() }
}

/** One second of a tone, 16-bit mono at 8 kHz. */
function tone(): Buffer {
  const wav = Buffer.alloc(44 + 16_000)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + 16_000, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(8_000, 24)
  wav.writeUInt32LE(16_000, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(16_000, 40)
  for (let n = 0; n < 8_000; n++) {
    wav.writeInt16LE(Math.round(9_000 * Math.sin(n * 0.35)), 44 + 2 * n)
  }
  return wav
}

test('anybody learns whose audio it is, where it is marked and under which licence', async ({
  page,
}) => {
  const { file, headers } = await synthesis(
    page,
    'The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background.',
  )
  await page.goto('/')
  await page.getByRole('link', { name: 'Verify audio' }).click()
  await page.getByLabel('Choose an audio file').setInputFiles(file)
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByRole('heading', { name: 'This is ours' })).toBeFocused()
  await expect(result.getByText('Licence valid')).toBeVisible()
  await expect(result.getByText(headers['x-synthesis-id']!, { exact: true })).toBeVisible()
  await expect(result.getByRole('img', { name: /marks at 0:00/ })).toBeVisible()
  await expect(result.getByText('The file’s own tags name the same licence.')).toBeVisible()
  await expect(result).not.toContainText('birch')
  await result.getByRole('button', { name: /^Play 0:00/ }).click()

  await page.getByLabel('Licence token (JWT)').fill(headers['x-license-token']!)
  await page.getByLabel('Licence token (JWT)').press('Enter')
  await expect(page.getByText('Usage').last()).toBeVisible()
})

test('a file that carries no credentials is checked with the ones beside it, and a sample is told', async ({
  page,
}) => {
  const answer = await page.request.post(`${process.env.VV_URL}/v1/synthesize`, {
    headers: { 'X-API-Key': process.env.VV_API_KEY! },
    data: {
      text: 'Four hours of steady work.',
      voice_id: 'premium_en_us_001',
      usage: 'podcast',
      format: 'flac',
    },
  })
  const id = answer.headers()['x-synthesis-id']!
  const manifest = await page.request.get(`/v1/syntheses/${id}/content-credentials`)
  await page.goto('/verify')
  const chosen = page.getByLabel('Choose an audio file')
  await chosen.setInputFiles([
    { name: 'clip.flac', mimeType: 'audio/flac', buffer: await answer.body() },
    { name: 'clip.c2pa', mimeType: 'application/c2pa', buffer: await manifest.body() },
  ])
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByText(/Content credentials that we signed/)).toBeVisible()
  const sample = await page.request.get('/v1/voices/premium_en_us_001/preview')
  const buffer = await sample.body()
  await chosen.setInputFiles({ name: 'sample.wav', mimeType: 'audio/wav', buffer })
  await expect(result.getByText('Public sample, not licensed for use')).toBeVisible()
})

test('what is not ours, cannot be told or cannot be read is said plainly', async ({ page }) => {
  await page.goto('/verify')
  const chosen = page.getByLabel('Choose an audio file')
  await chosen.setInputFiles({ name: 'tone.wav', mimeType: 'audio/wav', buffer: tone() })
  await expect(page.getByRole('heading', { name: 'Not ours' })).toBeVisible()
  const silence = tone().fill(0, 44)
  await chosen.setInputFiles({ name: 'silence.wav', mimeType: 'audio/wav', buffer: silence })
  await expect(page.getByRole('heading', { name: 'We cannot tell' })).toBeVisible()
  const text = Buffer.from('no audio at all')
  await chosen.setInputFiles({ name: 'text.wav', mimeType: 'audio/wav', buffer: text })
  await expect(page.getByRole('alert')).toContainText('text.wav: This is no audio file')
})
