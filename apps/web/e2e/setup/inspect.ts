import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Each theme at one width: the contrast of every pair of colours has a unit test of its own. */
const views = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
] as const

/** WCAG 2.1 A and AA by axe, and nothing that scrolls sideways; at `path`, or as the page stands now. */
export async function inspect(page: Page, path?: string): Promise<string[]> {
  const wrong: string[] = []
  for (const { colorScheme, width } of views) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    if (path) await page.goto(path, { waitUntil: 'networkidle' })
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
      .analyze()
    const where = `${path ?? page.url()} ${colorScheme} ${width}`
    wrong.push(...violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.target}`))
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    if (wide > 0) wrong.push(`${where}: scrolls sideways by ${wide} px`)
  }
  return wrong
}
