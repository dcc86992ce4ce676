import { expect, test } from 'vitest'
import { nameBrowser } from './user-agent.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1', 'Safari on iOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14) Firefox/150.0', 'Firefox on macOS'],
  ['curl/8.9.1', 'curl/8.9.1'],
  ['', 'Unknown browser'],
])('%s is %s', (userAgent, words) => {
  expect(nameBrowser(userAgent)).toBe(words)
})
