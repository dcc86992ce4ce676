import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'

/** No script runs on any page; form-action stays open, since a form ends at the product's address. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'"
const stylesheet = readFileSync(new URL('./sandbox.css', import.meta.url), 'utf8')

export type Page = { title: string; banner: string; body: Html }

/** The frame around every page: the banner that says nothing here is real, and the one stylesheet. */
export function renderPage({ title, banner, body }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox.css">
</head>
<body>
<header class="banner"><strong>${banner}</strong></header>
<main>${body}</main>
</body>
</html>
`.text
}

/** What to say when a sign-in cannot go on and there is no safe address to send the person back to. */
export function problemPage(banner: string, problem: string): string {
  return renderPage({
    title: 'Sign-in stopped',
    banner,
    body: html`<section class="card">
<h1>Sign-in stopped</h1>
<p role="alert" class="problem">${problem}</p>
<p>Go back to the app and start again.</p>
</section>`,
  })
}

export function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('cache-control', 'no-store')
    .send(page)
}

export function registerStylesheet(app: FastifyInstance): void {
  app.get('/sandbox.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(stylesheet),
  )
}
