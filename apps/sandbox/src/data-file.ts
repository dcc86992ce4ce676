import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { z } from 'zod'

/**
 * A JSON file of the sandbox's data folder; without a folder it remembers nothing.
 * Synchronous, because the files are tiny and a state that is half told is worse than a short wait.
 */
export class DataFile<Schema extends z.ZodType> {
  readonly #path: string | null
  readonly #schema: Schema

  constructor(dataDir: string | null, name: string, schema: Schema) {
    this.#path = dataDir === null ? null : join(dataDir, name)
    this.#schema = schema
  }

  /** The stored value, or null where there is none. Throws when the file is damaged. */
  read(): z.infer<Schema> | null {
    if (this.#path === null) return null
    const text = readIfThere(this.#path)
    if (text === null) return null
    try {
      return this.#schema.parse(JSON.parse(text))
    } catch (cause) {
      throw new Error(`${this.#path} is damaged: repair it, or delete it to begin anew`, { cause })
    }
  }

  /** Replaces the file in one step (write beside, rename), so that a crash leaves old or new. */
  write(value: z.infer<Schema>): void {
    if (this.#path === null) return
    mkdirSync(dirname(this.#path), { recursive: true })
    const temporary = `${this.#path}.${process.pid}.tmp`
    // Owner only: one of the files is a private key.
    writeFileSync(temporary, `${JSON.stringify(value)}\n`, { mode: 0o600, flush: true })
    renameSync(temporary, this.#path)
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
