import { describe, expect, test } from 'vitest'
import { paths } from './paths.ts'
import { type Decision, decide, type Gate, navigationFor, type Visitor } from './roles.ts'

const client: Visitor = { role: 'client', talent_id: null, developer_id: null }
const visitors = {
  unknown: undefined,
  nobody: null,
  client,
  'client with a talent': { ...client, talent_id: 'tal_1' },
  talent: { role: 'talent', talent_id: 'tal_1', developer_id: null },
  developer: { role: 'developer', talent_id: null, developer_id: 'dev_1' },
  admin: { role: 'admin', talent_id: null, developer_id: null },
} satisfies Record<string, Visitor>

const to = (redirect: string): Decision => ({ redirect })
const login = to(paths.login)
const choose = to(paths.chooseRole)
const home = to(paths.home)

const table: [keyof typeof visitors, Record<Gate, Decision>][] = [
  [
    'unknown',
    { signed_in: 'wait', choosing: 'wait', talent: 'wait', developer: 'wait', admin: 'wait' },
  ],
  ['nobody', { signed_in: login, choosing: login, talent: login, developer: login, admin: login }],
  [
    'client',
    { signed_in: choose, choosing: 'admit', talent: choose, developer: choose, admin: choose },
  ],
  [
    'client with a talent',
    { signed_in: 'admit', choosing: to('/dashboard'), talent: home, developer: home, admin: home },
  ],
  [
    'talent',
    {
      signed_in: 'admit',
      choosing: to(paths.talent),
      talent: 'admit',
      developer: home,
      admin: home,
    },
  ],
  [
    'developer',
    {
      signed_in: 'admit',
      choosing: to(paths.developer),
      talent: home,
      developer: 'admit',
      admin: home,
    },
  ],
  [
    'admin',
    {
      signed_in: 'admit',
      choosing: to(paths.admin),
      talent: 'admit',
      developer: 'admit',
      admin: 'admit',
    },
  ],
]

describe.each(table)('%s', (name, decisions) => {
  test.each(Object.entries(decisions) as [Gate, Decision][])('at the gate %s', (gate, decision) => {
    expect(decide(visitors[name], gate)).toEqual(decision)
  })
})

const everyone = ['Dashboard', 'Usage', 'Royalties', 'Billing']
test.each([
  ['nobody', everyone],
  ['client', everyone],
  ['developer', [...everyone, 'Dev']],
  ['talent', [...everyone, 'Talent']],
  ['admin', [...everyone, 'Dev', 'Talent', 'Admin']],
] as const)('%s sees these links', (name, labels) => {
  expect(navigationFor(visitors[name]).map((link) => link.label)).toEqual(labels)
})
