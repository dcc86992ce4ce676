/** Finds a model's files in its folder, and lets none of them be anywhere else. */
import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'

/** The largest model of a known family has about 1.3 GB; what loads it is bounded too. */
const MAX_FILE_BYTES = 4 * 2 ** 30
/** Without these espeak-ng ends the process. */
const ESPEAK_FILES = ['phontab', 'phonindex', 'phondata', 'intonations']
const MAX_LEXICONS = 8

/** What is wrong with a folder or a file in it, in words for the operator. */
export class ModelProblem extends Error {
  override readonly name = 'ModelProblem'
}

/**
 * The absolute path of the manifest's file `name` with the value `written` (for a lexicon: of each of several
 * between commas). Throws ModelProblem unless it is really inside `folder` and of a sensible kind and size.
 */
export function resolveFile(folder: string, name: string, written: string): string {
  if (name === 'dataDir') return resolveDataDir(folder, written)
  if (name !== 'lexicon') return resolveOne(folder, name, written)
  const parts = written.split(',').map((part) => part.trim())
  if (parts.length > MAX_LEXICONS)
    throw new ModelProblem(`files.lexicon names over ${MAX_LEXICONS} files`)
  return parts.map((part) => resolveOne(folder, name, part)).join(',')
}

function resolveOne(folder: string, name: string, written: string): string {
  const path = inside(folder, name, written)
  const { size } = stat(path, name, 'file')
  if (size === 0) throw new ModelProblem(`files.${name} is empty`)
  if (size > MAX_FILE_BYTES) throw new ModelProblem(`files.${name} is over 4 GiB`)
  return path
}

function resolveDataDir(folder: string, written: string): string {
  const path = inside(folder, 'dataDir', written)
  stat(path, 'dataDir', 'directory')
  for (const file of ESPEAK_FILES) resolveOne(folder, 'dataDir', relative(folder, join(path, file)))
  return path
}

/** Links may lead about inside the folder, never out of it. */
function inside(folder: string, name: string, written: string): string {
  const bad = written === '' || isAbsolute(written) || /[\0,\\]/.test(written)
  if (bad) throw new ModelProblem(`files.${name} must be a relative path without commas`)
  const path = real(join(folder, written), name)
  const way = relative(realpathSync(folder), path)
  if (way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) {
    throw new ModelProblem(`files.${name} is not inside the model's folder`)
  }
  // sherpa-onnx takes a comma in a path for the end of it, also where a parent folder has one.
  if (path.includes(',')) throw new ModelProblem('the path of the folder has a comma in it')
  return path
}

function real(path: string, name: string): string {
  try {
    return realpathSync(path)
  } catch {
    throw new ModelProblem(`files.${name} does not exist`)
  }
}

function stat(path: string, name: string, kind: 'file' | 'directory') {
  const found = statSync(path)
  const right = kind === 'file' ? found.isFile() : found.isDirectory()
  if (!right) throw new ModelProblem(`files.${name} is not a ${kind}`)
  return found
}
