import { z } from 'zod'
import { empty, ids, instant } from '../common.ts'
import { choosableRole, role } from '../roles.ts'
import { anyone, defineRoutes, signedIn } from '../route.ts'

export const provider = z.enum(['google', 'github'])
export type Provider = z.infer<typeof provider>

export const me = z.object({
  id: ids.user,
  email: z.string(),
  name: z.string(),
  role,
  scopes: z.array(z.string()),
  talent_id: ids.talent.nullable(),
  developer_id: ids.developer.nullable(),
  stripe_account_id: z.string().nullable(),
  csrf_token: z.string(),
})
export type Me = z.infer<typeof me>

export const legalDocument = z.enum(['tos', 'privacy', 'dpa', 'subprocessors'])
export type LegalDocument = z.infer<typeof legalDocument>

/** What /legal serves: the documents, and the text that a talent consents to. */
export const legalText = z.enum([...legalDocument.options, 'consent'])
export type LegalText = z.infer<typeof legalText>

export const acceptance = z.object({
  doc: legalDocument,
  version: z.string(),
  accepted_ts: instant,
  ip: z.string().optional(),
})
export type Acceptance = z.infer<typeof acceptance>

export const sessionEntry = z.object({
  id: ids.session,
  current: z.boolean(),
  created_at: instant,
  last_seen_at: instant,
  user_agent: z.string(),
})
export type SessionEntry = z.infer<typeof sessionEntry>

export const identityRoutes = defineRoutes({
  getMe: {
    method: 'GET',
    path: '/v1/me',
    summary: 'Who is signed in, with the CSRF token of the session',
    access: signedIn,
    stage: 'live',
    limit: 'ordinary',
    answer: me,
  },
  startSignIn: {
    method: 'GET',
    path: '/v1/auth/login/:provider',
    summary: 'Sends the browser to the provider to sign in',
    access: anyone,
    stage: 'live',
    limit: 'sign_in',
    params: z.object({ provider }),
    query: z.object({ role: z.string().max(20).default('client') }),
    answer: 'redirect',
  },
  finishSignIn: {
    method: 'GET',
    path: '/v1/auth/callback/:provider',
    summary: 'Where the provider sends the browser back to',
    access: anyone,
    stage: 'live',
    limit: 'sign_in',
    params: z.object({ provider }),
    answer: 'redirect',
  },
  logout: {
    method: 'POST',
    path: '/v1/auth/logout',
    summary: 'Ends the session on the server',
    access: signedIn,
    stage: 'live',
    limit: 'ordinary',
    answer: empty,
  },
  selectRole: {
    method: 'POST',
    path: '/v1/role/select',
    summary: 'Chooses talent or developer, once, and accepts the terms',
    access: signedIn,
    stage: 'live',
    limit: 'ordinary',
    body: z.strictObject({ role: choosableRole }),
    answer: me,
  },
  listAcceptances: {
    method: 'GET',
    path: '/v1/me/acceptances',
    summary: 'Which version of which legal document was accepted when',
    access: signedIn,
    stage: 'live',
    limit: 'ordinary',
    answer: z.object({ acceptances: z.array(acceptance) }),
  },
  listSessions: {
    method: 'GET',
    path: '/v1/me/sessions',
    summary: 'Where this person is signed in',
    access: signedIn,
    stage: 'live',
    limit: 'ordinary',
    answer: z.object({ sessions: z.array(sessionEntry) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/v1/me/sessions/:session_id',
    summary: 'Signs out another browser of this person',
    access: signedIn,
    stage: 'live',
    limit: 'ordinary',
    params: z.object({ session_id: ids.session }),
    answer: empty,
  },
  readLegalDocument: {
    method: 'GET',
    path: '/legal/:doc',
    summary: 'A legal document as Markdown, for example /legal/tos.md',
    access: anyone,
    stage: 'live',
    limit: 'none',
    params: z.object({ doc: z.templateLiteral([legalText, '.md']) }),
    answer: 'markdown',
  },
})
