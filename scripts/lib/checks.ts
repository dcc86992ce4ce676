import { join } from 'node:path'
import { root, runNode } from './run.ts'
import { untidy } from './tidy.ts'

/** A check of the source as it stands; resolves to what is wrong, or null. */
export interface Check {
  name: string
  run(): Promise<string | null>
}

async function failure(file: string, args: string[]): Promise<string | null> {
  const { code, output } = await runNode(file, args)
  return code === 0 ? null : output
}

/** Every static check, cheapest first. */
export const checks: Check[] = [
  {
    name: 'tidy',
    run: async () => untidy().join('\n') || null,
  },
  {
    name: 'format and lint (biome)',
    run: () => failure('node_modules/@biomejs/biome/bin/biome', ['check', '.']),
  },
  {
    name: 'lint (oxlint)',
    run: () => failure('node_modules/oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', '.']),
  },
  {
    name: 'types',
    run: () => failure('node_modules/typescript/bin/tsc', ['-p', root]),
  },
  {
    name: 'types of the web app',
    run: () => failure('node_modules/typescript/bin/tsc', ['-p', join(root, 'apps/web')]),
  },
  {
    name: 'doors (dependency-cruiser)',
    run: () =>
      failure('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', [
        ...['packages', 'apps', 'scripts'],
        ...['--config', '.dependency-cruiser.cjs'],
      ]),
  },
  {
    name: 'generated database types',
    run: () => failure('scripts/codegen.ts', ['--check']),
  },
]

/** Runs checks and says how each ended; returns how many did well. */
export async function runChecks(chosen: Check[]): Promise<{ passed: number; failed: number }> {
  let failed = 0
  for (const check of chosen) {
    const startedMs = performance.now()
    const wrong = await check.run()
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    console.log(`${wrong ? '✗' : '✓'} ${check.name} (${seconds} s)`)
    if (wrong) {
      failed++
      console.log(wrong)
    }
  }
  return { passed: chosen.length - failed, failed }
}
