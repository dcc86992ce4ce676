import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The custom properties of one block of tokens.css. */
function tokensOf(selector: string): Record<string, string> {
  const block = css.split(`${selector} {`)[1]?.split('}')[0] ?? ''
  const found = Array.from(block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g))
  return Object.fromEntries(found.map((match) => [match[1], match[2]]))
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const text: [string, string][] = [
  ...['paper', 'raised', 'sunk'].flatMap((ground): [string, string][] => [
    ['ink', ground],
    ['muted', ground],
  ]),
  ...['paper', 'raised'].flatMap((ground): [string, string][] => [
    ['accent', ground],
    ['bad', ground],
    ['warn', ground],
  ]),
  ['on-accent', 'accent'],
  ['paper', 'ink'],
  ['paper', 'bad'],
  ['ok', 'ok-soft'],
  ['warn', 'warn-soft'],
  ['bad', 'bad-soft'],
  ['code-ink', 'code'],
  ['code-muted', 'code'],
  ['code-accent', 'code'],
]

const shapes: [string, string][] = [
  ['control', 'paper'],
  ['control', 'raised'],
  ['focus', 'paper'],
  ['focus', 'raised'],
  ['ok', 'raised'],
]

describe.each([
  ['light', ':root'],
  ['dark', ':root[data-theme="dark"]'],
])('%s theme', (_, selector) => {
  const tokens = tokensOf(selector)
  test.each(text)('text %s on %s has 4.5:1', (ink, ground) => {
    expect(contrast(tokens[ink]!, tokens[ground]!)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(shapes)('shape %s on %s has 3:1', (ink, ground) => {
    expect(contrast(tokens[ink]!, tokens[ground]!)).toBeGreaterThanOrEqual(3)
  })
})

test('both themes define the same tokens', () => {
  const light = Object.keys(tokensOf(':root')).sort()
  expect(Object.keys(tokensOf(':root[data-theme="dark"]')).sort()).toEqual(light)
})
