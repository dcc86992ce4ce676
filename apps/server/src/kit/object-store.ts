import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

/** Bytes by key. Written before the row that names them. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Throws `ObjectMissingError` when there is nothing under the key. */
  get(key: string): Promise<Buffer>
  remove(key: string): Promise<void>
  /** Resolves when objects can be written, for readiness. */
  check(): Promise<void>
}

export class ObjectMissingError extends Error {
  constructor(key: string) {
    super(`no object ${key}`)
    this.name = 'ObjectMissingError'
  }
}

/** Objects as files below `folder`; a file appears whole or not at all (write aside, then rename). */
export function folderObjectStore(folder: string): ObjectStore {
  const pathOf = (key: string) => {
    if (!/^[a-z0-9][a-z0-9/_.-]*$/i.test(key) || normalize(key) !== key) {
      throw new TypeError(`bad object key ${key}`)
    }
    return join(folder, key)
  }
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const aside = `${path}.${process.pid}.part`
      await writeFile(aside, bytes, { flush: true })
      await rename(aside, path)
    },
    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === 'ENOENT'
          ? new ObjectMissingError(key)
          : error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async check() {
      await mkdir(folder, { recursive: true })
      await stat(folder)
    },
  }
}
