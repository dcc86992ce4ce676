import { expect, test } from 'vitest'
import { isActive, legalSource, paths } from './paths.ts'

test('legal documents have a page and a Markdown source', () => {
  expect(paths.legalDocument('tos')).toBe('/tos')
  expect(legalSource('subprocessors')).toBe('/legal/subprocessors.md')
})

test.each([
  ['/dashboard', paths.dashboard, true],
  ['/dashboard/dev', paths.dashboard, true],
  ['/dashboards', paths.dashboard, false],
  ['/dashboard/dev', paths.developer, true],
  ['/dashboard/dev', paths.talent, false],
  ['/usage', paths.usage, true],
  ['/', paths.usage, false],
])('at %s the link to %s is active: %s', (pathname, to, active) => {
  expect(isActive(pathname, to)).toBe(active)
})
