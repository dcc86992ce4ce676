import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import Markdown from './Markdown.tsx'

const render = (text: string) =>
  renderToStaticMarkup(createElement(MemoryRouter, null, createElement(Markdown, { text })))

test.each([
  'https://a.example',
  'http://a.example',
  'mailto:a@b.example',
  'irc://a',
  'ircs://a',
  'xmpp:a',
  '/tos',
])('%s stays a link', (address) => {
  expect(render(`[x](${address})`)).toContain(`href="${address}"`)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd'])(
  '%s leads nowhere',
  (address) => {
    expect(render(`[x](${address})`)).toContain('<span>x</span>')
    expect(render(`![x](${address})`)).toContain('<p>x</p>')
  },
)

test('raw HTML is not rendered', () => {
  expect(render('<script>alert(1)</script>')).not.toContain('<script>')
})

test('tables, task lists, strikethrough, footnotes and autolinks are rendered', () => {
  const html = render(
    '|a|\n|-|\n|b|\n\n- [x] done\n\n~~no~~ text[^1] https://a.example\n\n[^1]: note',
  )
  for (const part of [
    '<table>',
    'type="checkbox"',
    '<del>',
    'data-footnotes',
    'href="https://a.example"',
  ]) {
    expect(html).toContain(part)
  }
})
