import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { errors, type Interaction, type JWKS } from 'oidc-provider'
import type { AccountDirectory } from '../account-directory.ts'
import { type Choice, chooserPage, readChoice } from '../pages/chooser.ts'
import { problemPage, sendPage } from '../pages/page.ts'
import { createGoogleProvider } from './provider.ts'

const MOUNT = '/google'

export type GoogleOptions = { keys: JWKS; directory: AccountDirectory; url: () => string }

/** Google under /google: the protocol by oidc-provider, the account chooser by the sandbox. */
export function registerGoogle(app: FastifyInstance, options: GoogleOptions): void {
  const { keys, directory, url } = options
  let made: Provider | undefined
  // Made at the first request, since the issuer names a port that is known only once listening.
  const provider = () => {
    made ??= createGoogleProvider(`${url()}${MOUNT}`, keys, directory)
    return made
  }
  registerChooser(app, provider, directory)
  app.register(async (scope) => {
    // oidc-provider reads bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all(`${MOUNT}/*`, (request, reply) => {
      reply.hijack()
      return provider().callback()(unmount(request.raw), reply.raw)
    })
  })
}

/** The form in which a Node handler expects to be mounted; oidc-provider derives its URLs from it. */
function unmount(request: IncomingMessage): IncomingMessage {
  const originalUrl = request.url ?? ''
  return Object.assign(request, { originalUrl, url: originalUrl.slice(MOUNT.length) })
}

function registerChooser(
  app: FastifyInstance,
  provider: () => Provider,
  directory: AccountDirectory,
): void {
  const path = `${MOUNT}/interaction/:uid`
  app.get(path, (request, reply) =>
    withInteraction(provider(), request, reply, (interaction) =>
      sendPage(reply, chooser(interaction, directory)),
    ),
  )
  app.post(path, (request, reply) =>
    withInteraction(provider(), request, reply, async (interaction) => {
      const choice = readChoice(request.body, directory)
      if ('problem' in choice) {
        return sendPage(reply, chooser(interaction, directory, choice.problem), 422)
      }
      await leaveSession(provider(), interaction)
      const result = interactionResult(choice)
      return reply.redirect(await provider().interactionResult(request.raw, reply.raw, result), 303)
    }),
  )
}

async function withInteraction(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (interaction: Interaction) => FastifyReply | Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work(await provider.interactionDetails(request.raw, reply.raw))
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
    const problem = 'This sign-in is over, or was begun in another browser.'
    return sendPage(reply, problemPage('Sandbox — not Google', problem), 400)
  }
}

const chooser = (interaction: Interaction, directory: AccountDirectory, problem?: string) =>
  chooserPage({
    provider: 'Google',
    redirectUri: String(interaction.params.redirect_uri),
    accounts: directory.all(),
    problem,
  })

/** Answers every prompt at once, so that one click leads back to the product. */
function interactionResult(choice: Exclude<Choice, { problem: string }>) {
  if ('cancelled' in choice) {
    return { error: 'access_denied', error_description: 'The person chose no account' }
  }
  return { select_account: {}, login: { accountId: choice.account.googleSub }, consent: {} }
}

/** Signs the previous person out, without which oidc-provider asks to confirm a change of account. */
async function leaveSession(provider: Provider, interaction: Interaction): Promise<void> {
  if (!interaction.session) return
  const session = await provider.Session.findByUid(interaction.session.uid)
  await session?.destroy()
  interaction.session = undefined
  await interaction.save(interaction.remainingTTL)
}
