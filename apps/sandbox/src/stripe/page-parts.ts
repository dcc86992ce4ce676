import { type Html, html } from '../pages/html.ts'
import { renderPage } from '../pages/page.ts'

export const BANNER = 'Sandbox — not Stripe'

export const euros = (cents: number): string => `€${(cents / 100).toFixed(2)}`

/** A page of one card with one heading. */
export function cardPage(title: string, body: Html): string {
  return renderPage({
    title: `${title} — not Stripe`,
    banner: BANNER,
    body: html`<section class="card" aria-labelledby="title"><h1 id="title">${title}</h1>${body}</section>`,
  })
}

export const problemLine = (problem: string | null): Html | null =>
  problem === null ? null : html`<p role="alert" class="problem">${problem}</p>`
