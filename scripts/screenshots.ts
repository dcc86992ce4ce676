/**
 * `npm run screenshots -- [folder]`: every page of the running product (`npm start`), signed in as who may see
 * it, in both themes, 1440 and 390 px wide. Says which pages scroll sideways.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { dataDirectory, readDemoFile } from './lib/local-stack.ts'

interface Visit {
  name: string
  path: string
  as: 'nobody' | 'newcomer' | 'Dana Developer' | 'Tessa Talent' | 'Ada Operator'
}

const visits: Visit[] = [
  ...[
    '/',
    '/login',
    '/voices',
    '/docs',
    '/docs/errors',
    '/legal',
    '/tos',
    '/privacy',
    '/dpa',
    '/subprocessors',
  ]
    .concat(['/imprint', '/status', '/verify', '/success?session_id=cs_123', '/cancel', '/nowhere'])
    .map((path) => ({
      name: path === '/' ? 'landing' : path.slice(1),
      path,
      as: 'nobody' as const,
    })),
  { name: 'choose-role', path: '/signup/choose-role', as: 'newcomer' },
  ...['/dashboard', '/dashboard/dev', '/billing', '/usage', '/royalties', '/profile'].map(
    (path) => ({
      name: path.slice(1),
      path,
      as: 'Dana Developer' as const,
    }),
  ),
  { name: 'talent', path: '/dashboard/talent', as: 'Tessa Talent' },
  { name: 'admin', path: '/dashboard/admin', as: 'Ada Operator' },
]

const folder = resolve(process.argv[2] ?? join(dataDirectory(), 'screenshots'))
const baseURL = process.env.VV_URL ?? readDemoFile(dataDirectory()).VV_URL
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
for (const as of new Set(visits.map((visit) => visit.as))) await photograph(browser, as)
await browser.close()

async function photograph(browser: Browser, as: Visit['as']): Promise<void> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  if (as !== 'nobody') await signIn(page, as)
  for (const visit of visits.filter((candidate) => candidate.as === as)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 900 })
        await page.goto(visit.path, { waitUntil: 'networkidle' })
        const file = `${visit.name.replace(/[^a-z]+/g, '-')}-${colorScheme}-${width}.png`
        await page.screenshot({ path: join(folder, file), fullPage: true })
        const wide = await page.evaluate<number>(
          'document.documentElement.scrollWidth - innerWidth',
        )
        if (wide > 0) console.log(`${file} scrolls sideways by ${wide} px`)
      }
    }
  }
  await context.close()
}

async function signIn(page: Page, as: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  if (as === 'newcomer') {
    await page.getByRole('textbox', { name: 'Email' }).fill('newcomer@studio.example')
    await page.getByRole('textbox', { name: 'Name' }).fill('Nico Newcomer')
    await page.getByRole('button', { name: 'Continue' }).click()
  } else {
    await page.getByRole('button', { name: new RegExp(as) }).click()
  }
  await page.waitForURL((url) => /dashboard|choose-role/.test(url.pathname))
}
