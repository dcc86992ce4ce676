import { z } from 'zod'
import type { AccountDirectory } from '../account-directory.ts'
import type { Account } from '../accounts.ts'
import { type Html, html } from './html.ts'
import { renderPage } from './page.ts'

export type Chooser = {
  provider: 'Google' | 'GitHub'
  /** Where the person comes from and will be sent back to. */
  redirectUri: string
  accounts: readonly Account[]
  problem?: string
}

/** What the person did on the page. */
export type Choice = { account: Account } | { cancelled: true } | { problem: string }

const newAccount = z.object({
  email: z.email().max(254),
  name: z.string().trim().min(1).max(200),
  // A checkbox is simply absent when it is not ticked.
  email_verified: z.literal('yes').optional(),
})

/** Reads a posted chooser form; an account that is not there yet is made. */
export function readChoice(body: unknown, directory: AccountDirectory): Choice {
  const form = (body ?? {}) as Record<string, string | undefined>
  if (form.cancel) return { cancelled: true }
  if (form.account !== undefined) {
    const account = directory.byKey(form.account)
    return account ? { account } : { problem: 'That account is not there any more.' }
  }
  const parsed = newAccount.safeParse(form)
  if (!parsed.success) return { problem: 'Enter an email address and a name.' }
  const { email, name, email_verified } = parsed.data
  return { account: directory.open({ email, name, emailVerified: email_verified === 'yes' }) }
}

/** The account chooser. Its forms post to the address it was read from, query included. */
export function chooserPage({ provider, redirectUri, accounts, problem }: Chooser): string {
  return renderPage({
    title: `Choose an account — not ${provider}`,
    banner: `Sandbox — not ${provider}`,
    body: html`<section class="card" aria-labelledby="title">
<h1 id="title">Choose an account</h1>
<p class="lead">to continue to ${new URL(redirectUri).host}</p>
${problem ? html`<p role="alert" class="problem">${problem}</p>` : null}
<form method="post"><ul class="accounts">${accounts.map(accountButton)}</ul></form>
${anotherAccount}
<form method="post" class="end"><button name="cancel" value="yes" class="quiet">Cancel</button></form>
</section>`,
  })
}

/** The tag stands outside the button, whose visible text must be its accessible name. */
function accountButton(account: Account, index: number): Html {
  const tag = html`<span id="state-${index}" class="tag">not verified</span>`
  return html`<li><button name="account" value="${account.key}" class="account" aria-describedby="state-${index}">
<span class="initial" data-initial="${account.name.slice(0, 1)}"></span>
<span class="who"><span class="name">${account.name}</span> <span class="email">${account.email}</span></span>
</button>${account.emailVerified ? null : tag}</li>`
}

const anotherAccount = html`<form method="post" class="fields" aria-labelledby="another">
<h2 id="another">Use another account</h2>
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="off" required maxlength="254">
<label for="name">Name</label>
<input id="name" name="name" autocomplete="off" required maxlength="200">
<label class="check"><input type="checkbox" name="email_verified" value="yes" checked> Email is verified</label>
<button class="primary">Continue</button>
</form>`
