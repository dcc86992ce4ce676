import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { html } from '../pages/html.ts'
import { sendPage } from '../pages/page.ts'
import type { Desk } from './call.ts'
import { complete } from './calls-connect.ts'
import type { Account, AccountLink } from './objects.ts'
import { cardPage, problemLine } from './page-parts.ts'

const papers = z.object({
  name: z.string().trim().min(1, { error: 'Enter your legal name.' }).max(200),
  date_of_birth: z.iso.date({ error: 'Enter your date of birth.' }),
  iban: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9 ]{11,36}$/i, { error: 'Enter an IBAN.' }),
  terms: z.literal('yes', { error: 'Agree to the terms to go on.' }),
})

/** The hosted onboarding of a connected account: /stripe/onboarding/:link, good once and for five minutes. */
export function registerOnboardingPage(app: FastifyInstance, desk: Desk): void {
  const { store } = desk
  /** A link that is used up leads back to the platform, which makes another. */
  const valid = (id: string, reply: FastifyReply): AccountLink | null => {
    const link = store.find('account_links', id)
    if (!link) {
      const nowhere = html`<p role="alert" class="problem">There is no such onboarding.</p>`
      sendPage(reply, cardPage('Nothing here', nowhere), 404)
      return null
    }
    if (!link.used && link.expires_at > store.now()) return link
    reply.redirect(link.refresh_url, 303)
    return null
  }
  app.get<{ Params: { id: string } }>('/stripe/onboarding/:id', (request, reply) => {
    const link = valid(request.params.id, reply)
    return link ? sendPage(reply, onboardingPage(store.get('accounts', link.account), null)) : reply
  })
  app.post<{ Params: { id: string } }>('/stripe/onboarding/:id', (request, reply) => {
    const link = valid(request.params.id, reply)
    if (!link) return reply
    const account = store.get('accounts', link.account)
    const problem = (request.body as { later?: string })?.later
      ? null
      : handIn(desk, account, request.body)
    if (problem) return sendPage(reply, onboardingPage(account, problem), 422)
    link.used = true
    store.save('account_links', link)
    return reply.redirect(link.return_url, 303)
  })
}

function handIn({ store, emit }: Desk, account: Account, body: unknown): string | null {
  const parsed = papers.safeParse(body ?? {})
  if (!parsed.success) return parsed.error.issues[0]!.message
  Object.assign(account, complete())
  store.save('accounts', account)
  emit('account.updated', account, account.id)
  return null
}

const onboardingPage = (account: Account, problem: string | null): string =>
  cardPage(
    'Get paid by Viva Voce',
    html`<p class="lead">Your details go to the payment provider and stay there.</p>
${problemLine(problem)}
<form method="post" class="fields">
<p class="purpose">${account.email ?? ''}</p>
<label for="name">Legal name</label>
<input id="name" name="name" autocomplete="off" required maxlength="200">
<label for="birth">Date of birth</label>
<input id="birth" name="date_of_birth" type="date" required value="1990-01-31">
<label for="iban">IBAN</label>
<input id="iban" name="iban" autocomplete="off" required value="DE89 3704 0044 0532 0130 00">
<label class="check"><input type="checkbox" name="terms" value="yes"> I agree to the terms</label>
<button class="primary">Submit</button>
</form>
<form method="post" class="end"><button name="later" value="yes" class="quiet">Save for later</button></form>`,
  )
