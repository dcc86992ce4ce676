/** A person of the outside world, with the identity each provider knows them by. */
export type Account = {
  /** Names the account inside the sandbox: the same email verified and unverified are two people. */
  key: string
  name: string
  email: string
  emailVerified: boolean
  googleSub: string
  githubId: number
  githubLogin: string
  /** What the account is good for, said on the sandbox's first page. */
  purpose: string
}

/** What it takes to describe somebody new; the identities are derived from it. */
export type AccountSeed = Pick<Account, 'name' | 'email' | 'emailVerified'>

/**
 * Names an account within the sandbox. Whether the email is verified is part of it: somebody who
 * claims an email they do not own must never be the person who owns it.
 */
export const accountKey = ({ email, emailVerified }: Omit<AccountSeed, 'name'>): string =>
  `${emailVerified ? 'verified' : 'unverified'}:${email.toLowerCase()}`

type Demo = Omit<Account, 'key' | 'emailVerified'> & { emailVerified?: boolean }

const demo = (account: Demo): Account => {
  const emailVerified = account.emailVerified ?? true
  return { ...account, emailVerified, key: accountKey({ email: account.email, emailVerified }) }
}

/** Present in every sandbox. Subjects and ids never change: data made with them must stay theirs. */
export const DEMO_ACCOUNTS: readonly Account[] = [
  demo({
    name: 'Tessa Talent',
    email: 'tessa@talent.example',
    googleSub: '100000000000000000101',
    githubId: 900101,
    githubLogin: 'tessa-talent',
    purpose: 'Lends her voice: choose the role talent.',
  }),
  demo({
    name: 'Dana Developer',
    email: 'dana@developer.example',
    googleSub: '100000000000000000102',
    githubId: 900102,
    githubLogin: 'dana-developer',
    purpose: 'Builds with voices: choose the role developer.',
  }),
  demo({
    name: 'Ada Operator',
    email: 'ada@operator.example',
    googleSub: '100000000000000000103',
    githubId: 900103,
    githubLogin: 'ada-operator',
    purpose: 'Runs the place: admin, where the operator lists this email.',
  }),
  demo({
    name: 'Una Unverified',
    email: 'una@unverified.example',
    emailVerified: false,
    googleSub: '100000000000000000104',
    githubId: 900104,
    githubLogin: 'una-unverified',
    purpose: 'Never proved that the email is hers: sign-in must be refused.',
  }),
]
