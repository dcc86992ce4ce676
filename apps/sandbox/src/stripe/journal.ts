import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** One object as it is from now on. */
export interface Entry {
  collection: string
  id: string
  value: unknown
}

/**
 * Keeps objects over a restart: a line for each change, since whole files would be written thousands of times.
 * Reading leaves one line an object. Without a folder it remembers nothing.
 */
export class Journal {
  readonly #path: string | null

  constructor(dataDir: string | null) {
    if (dataDir !== null) mkdirSync(dataDir, { recursive: true })
    this.#path = dataDir === null ? null : join(dataDir, 'stripe.jsonl')
  }

  /** The objects as they were last, in the order in which each was first written; rewrites the file to them. */
  load(): Entry[] {
    if (this.#path === null || !existsSync(this.#path)) return []
    const latest = new Map<string, Entry>()
    const lines = readFileSync(this.#path, 'utf8').split('\n').filter(Boolean)
    for (const [index, line] of lines.entries()) {
      const entry = read(line, index === lines.length - 1)
      if (entry) latest.set(`${entry.collection}/${entry.id}`, entry)
    }
    const entries = [...latest.values()]
    const temporary = `${this.#path}.tmp`
    writeFileSync(temporary, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), {
      mode: 0o600,
    })
    renameSync(temporary, this.#path)
    return entries
  }

  append(entry: Entry): void {
    if (this.#path !== null)
      appendFileSync(this.#path, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
  }
}

/** A last line that a kill cut short never happened; anywhere else it is damage. */
function read(line: string, isLast: boolean): Entry | null {
  try {
    return JSON.parse(line) as Entry
  } catch (cause) {
    if (isLast) return null
    throw new Error('stripe.jsonl is damaged: repair it, or delete it to begin anew', { cause })
  }
}
