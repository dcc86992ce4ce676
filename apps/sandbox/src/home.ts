import type { FastifyInstance } from 'fastify'
import type { AccountDirectory } from './account-directory.ts'
import type { Account } from './accounts.ts'
import type { Clock, ClockState, ClockStep } from './clock/clock.ts'
import { type Html, html } from './pages/html.ts'
import { renderPage, sendPage } from './pages/page.ts'

const STEPS: readonly { label: string; unit: keyof ClockStep; amount: number }[] = [
  { label: '+1 hour', unit: 'hours', amount: 1 },
  { label: '+1 day', unit: 'days', amount: 1 },
  { label: '+7 days', unit: 'days', amount: 7 },
  { label: '+30 days', unit: 'days', amount: 30 },
]

export type HomeOptions = { clock: Clock; directory: AccountDirectory; url: () => string }

/** GET /: what is played here, who can sign in, and the buttons that move time. */
export function registerHome(app: FastifyInstance, { clock, directory, url }: HomeOptions): void {
  app.get('/', (_request, reply) =>
    sendPage(reply, homePage(clock.state(), directory.all(), url())),
  )
}

const homePage = (clock: ClockState, accounts: readonly Account[], url: string): string =>
  renderPage({
    title: 'Sandbox — the outside world, played',
    banner: 'Sandbox — nothing here is real',
    body: html`<h1>Sandbox — the outside world, played</h1>
<p class="lead">This process stands in for the services around the product, on this machine only,
so that everything can be tried without an account anywhere.</p>
${timeCard(clock)}${peopleCard(accounts)}${addressesCard(url)}`,
  })

const timeCard = (clock: ClockState): Html => html`<section class="card" aria-labelledby="time">
<h2 id="time">Test time</h2>
<output class="time" aria-labelledby="time"><time datetime="${clock.now}">${inWords(clock.now)}</time>
<small>${ahead(clock.offset_ms)}</small></output>
<div class="steps" role="group" aria-label="Move time forward">${STEPS.map(stepForm)}</div>
<p class="purpose">Time only moves forward: a ledger cannot go back.</p>
</section>`

const stepForm = ({ label, unit, amount }: (typeof STEPS)[number]): Html =>
  html`<form method="post" action="/clock/advance"><button name="${unit}" value="${amount}">${label}</button></form>`

const peopleCard = (accounts: readonly Account[]): Html =>
  html`<section class="card" aria-labelledby="people">
<h2 id="people">Who can sign in</h2>
<ul class="people">${accounts.map(person)}</ul>
</section>`

const person = (account: Account): Html => html`<li>
<p class="name">${account.name}</p><p class="email">${account.email}</p>
<p class="purpose">${account.purpose}</p></li>`

const addressesCard = (url: string): Html =>
  html`<section class="card" aria-labelledby="addresses">
<h2 id="addresses">Addresses</h2>
<dl class="addresses">
<dt>Google issuer</dt><dd><code>${url}/google</code></dd>
<dt>GitHub</dt><dd><code>${url}/github</code></dd>
<dt>GitHub API</dt><dd><code>${url}/github/api</code></dd>
<dt>VIES</dt><dd><code>${url}/vies</code>, where numbers that end in 0 are not registered</dd>
<dt>Stripe API and Connect</dt><dd><code>${url}</code></dd>
<dt>Stripe’s faults, deliveries, disputes</dt><dd><code>${url}/stripe/sandbox/…</code></dd>
<dt>Test clock</dt><dd><code>${url}/clock</code></dd>
</dl>
</section>`

const inWords = (iso: string) =>
  `${new Date(iso).toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })} UTC`

function ahead(offsetMs: number): string {
  if (offsetMs === 0) return 'The same as real time.'
  const minutes = Math.floor(offsetMs / 60_000)
  const parts = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ] as const
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
  return `${words.join(' ') || 'Less than a minute'} ahead of real time.`
}
