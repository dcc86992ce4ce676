/** `npm run check`: formatting, lint, types, doors and generated files, without running any test. */
import { checks, runChecks } from './lib/checks.ts'

const { failed } = await runChecks(checks)
process.exitCode = failed === 0 ? 0 : 1
