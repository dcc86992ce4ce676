import { copyFile, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

/** Bytes by key. Written before the row that names them. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** As `put`, from a file that is never in memory as a whole. */
  putFile(key: string, path: string): Promise<void>
  /** Throws `ObjectMissingError` when there is nothing under the key. */
  get(key: string): Promise<Buffer>
  /** Removes the object, and what a `put` left that was killed on the way. */
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

/** A key is written once, so the name needs nothing random, and whoever cleans up after a crash knows it. */
function asideOf(path: string): string {
  return `${path}.part`
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
      await writeFile(asideOf(path), bytes, { flush: true })
      await rename(asideOf(path), path)
    },
    async putFile(key, source) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await copyFile(source, asideOf(path))
      await flushed(asideOf(path))
      await rename(asideOf(path), path)
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
    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      await rm(asideOf(path), { force: true })
    },
    async check() {
      await mkdir(folder, { recursive: true })
      // Really written: a folder on a full or read-only disk is there as well.
      await writeFile(
        join(folder, '.writable'),
        'This file is written to see whether files can be.\n',
      )
    },
  }
}

async function flushed(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}
