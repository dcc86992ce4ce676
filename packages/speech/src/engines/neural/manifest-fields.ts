/** Reads the fields of a voice.json; each throws ModelProblem that names the field. */
import { type AnyFamily, FAMILY_NEEDS, type ModelFiles } from './families.ts'
import { ModelProblem } from './model-files.ts'

/** What every model's voice.json says, whatever speaks with it. */
export interface ModelFacts {
  /** What the model is called where it comes from, for the transparency record. */
  modelName: string
  /** Of the model; the url is where it can be read. */
  licence: { name: string; url: string }
  files: ModelFiles
}

export function modelFacts(fields: Record<string, unknown>, family: AnyFamily): ModelFacts {
  return {
    modelName: text(fields, 'modelName', 120),
    licence: licence(fields),
    files: files(fields, family),
  }
}

/** Throws for a field that voice.json does not have. */
export function refuseUnknown(fields: Record<string, unknown>, known: object): void {
  const unknown = Object.keys(fields).find((key) => !Object.hasOwn(known, key))
  if (unknown !== undefined) throw new ModelProblem(`${unknown} is not a field of voice.json`)
}

function licence(fields: Record<string, unknown>): ModelFacts['licence'] {
  const inner = record(fields.licence, 'licence')
  const url = text(inner, 'url', 300)
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new ModelProblem('licence.url must be a web address')
  }
  return { name: text(inner, 'name', 120), url }
}

function files(fields: Record<string, unknown>, family: AnyFamily): ModelFiles {
  const { required, optional } = FAMILY_NEEDS[family]
  const inner = record(fields.files, 'files')
  const missing = required.find((name) => inner[name] === undefined)
  if (missing !== undefined) throw new ModelProblem(`files.${missing} is missing`)
  const known = new Set([...required, ...optional])
  const unknown = Object.keys(inner).find((name) => !known.has(name))
  if (unknown !== undefined) throw new ModelProblem(`files.${unknown} is not used by ${family}`)
  return Object.fromEntries(
    Object.keys(inner).map((name) => [name, text(inner, name, 1_000, 'files.')]),
  )
}

export function record(value: unknown, name: string): Record<string, unknown> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isRecord) throw new ModelProblem(`${name} must be an object`)
  return value as Record<string, unknown>
}

export function text(
  fields: Record<string, unknown>,
  key: string,
  max: number,
  prefix = '',
): string {
  const value = fields[key]
  const right = typeof value === 'string' && value.trim() !== '' && value.length <= max
  if (!right) throw new ModelProblem(`${prefix}${key} must be a text of 1 to ${max} letters`)
  return value
}

export function oneOf<T extends string>(
  fields: Record<string, unknown>,
  key: string,
  allowed: readonly T[],
): T {
  const found = allowed.find((value) => value === fields[key])
  if (found === undefined) throw new ModelProblem(`${key} must be one of ${allowed.join(', ')}`)
  return found
}
