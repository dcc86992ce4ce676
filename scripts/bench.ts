/** `npm run bench -- <name>`: runs bench/<name>/main.ts; without a name, lists what there is. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../bench')
const name = process.argv[2]
const names = readdirSync(folder).filter((entry) => existsSync(join(folder, entry, 'main.ts')))

if (name && names.includes(name)) {
  process.argv.splice(2, 1)
  await import(join(folder, name, 'main.ts'))
} else {
  console.log(`npm run bench -- <name>, one of: ${names.join(', ')}`)
  process.exitCode = name ? 2 : 0
}
