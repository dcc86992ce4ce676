/** The doors of docs/architecture.md, as rules. */
const door = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to })
const ours = '^(packages|apps)/'
const only = (name, from, allowed) =>
  door(name, `^${from}/`, {
    path: ours,
    pathNot: [`^${from}/`, ...allowed.map((path) => `^${path}/index\\.ts$`)],
  })

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    only('contract-imports-only-zod', 'packages/contract', []),
    only('money-is-pure', 'packages/money', ['packages/contract']),
    only('audio-imports-nothing-of-ours', 'packages/audio', []),
    only('speech-imports-audio', 'packages/speech', ['packages/audio']),
    only('watermark-imports-audio', 'packages/watermark', ['packages/audio']),
    only('fingerprint-imports-audio', 'packages/fingerprint', ['packages/audio']),
    only('forensics-imports-audio-and-watermark', 'packages/forensics', [
      'packages/audio',
      'packages/watermark',
    ]),
    only('web-imports-the-contract', 'apps/web', ['packages/contract']),
    only('sandbox-imports-nothing-of-ours', 'apps/sandbox', []),
    door('packages-are-entered-by-their-door', '^apps/server/', {
      path: '^packages/[^/]+/src/',
    }),
    door('server-does-not-know-web-or-sandbox', '^apps/server/src/', {
      path: '^apps/(web|sandbox)/',
    }),
    door('only-stores-speak-sql', '^apps/server/src/domains/[^/]+/(?!.*-store\\.ts$)', {
      path: 'node_modules/kysely',
      dependencyTypesNot: ['type-only'],
    }),
    {
      name: 'a-store-belongs-to-its-domain',
      severity: 'error',
      from: { path: '^apps/server/src/domains/([^/]+)/' },
      to: {
        path: '^apps/server/src/domains/[^/]+/.*-store\\.ts$',
        pathNot: '^apps/server/src/domains/$1/',
      },
    },
    door('kit-knows-no-domain', '^apps/server/src/kit/', {
      path: '^apps/server/src/(domains|http|integrations)/',
    }),
    door('vendors-stay-in-integrations', '^apps/server/src/(?!integrations/)', {
      path: 'node_modules/(openid-client|stripe|@aws-sdk|nodemailer|@trustnxt|@peculiar)/',
    }),
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(\\.test\\.tsx?$|^apps/[^/]+/(tests|e2e|dist)/)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
    moduleSystems: ['es6', 'cjs'],
  },
}
