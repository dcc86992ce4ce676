import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** A file of more lines than this holds two ideas. */
const maxLines = 350

interface Rule {
  what: string
  files: RegExp
  except?: RegExp
  broken: (text: string) => boolean
}

const rules: Rule[] = [
  {
    what: `is longer than ${maxLines} lines`,
    files: /\.(ts|tsx)$/,
    except: /\/generated\//,
    broken: (text) => text.split('\n').length > maxLines,
  },
  {
    what: 'holds a note of work left undone',
    files: /\.(ts|tsx|css|sql)$/,
    except: /lib\/tidy\.ts$/,
    broken: (text) => /\b(TODO|FIXME|XXX)\b/.test(text),
  },
  {
    what: 'skips or singles out a test',
    files: /\.(test|e2e)\.tsx?$/,
    broken: (text) => /\b(test|it|describe)\.(only|skip)\(/.test(text),
  },
  {
    what: 'speaks SQL outside a store',
    files: /^apps\/server\/src\/domains\/.*\.ts$/,
    except: /-store\.ts$/,
    broken: (text) => /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(text),
  },
  {
    what: 'reads the environment; only config may',
    files: /^apps\/server\/src\/.*\.ts$/,
    except: /^apps\/server\/src\/main\.ts$/,
    broken: (text) => /process\.env/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')),
  },
  {
    what: 'takes the time from the machine; the context has a clock',
    files: /^apps\/server\/src\/domains\/.*\.ts$/,
    broken: (text) => /Date\.now\(\)|new Date\(\)|Math\.random\(\)/.test(text),
  },
]

/** Everything about the tree that no other tool checks, one sentence for each file that breaks a rule. */
export function untidy(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = listed.split('\n').filter((file) => file && existsSync(join(root, file)))
  return files.flatMap((file) => {
    const applying = rules.filter((rule) => rule.files.test(file) && !rule.except?.test(file))
    if (applying.length === 0) return []
    const text = readFileSync(join(root, file), 'utf8')
    return applying.filter((rule) => rule.broken(text)).map((rule) => `${file} ${rule.what}`)
  })
}
