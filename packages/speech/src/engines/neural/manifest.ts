/** Reads the operator's models: VOICE_MODELS_DIR has a folder for each voice, with voice.json in it. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogueVoice } from '../../catalogue-voice.ts'
import {
  FAMILIES,
  FAMILY_NEEDS,
  type Family,
  type ModelFiles,
  metadataProblem,
} from './families.ts'
import { ModelProblem, resolveFile } from './model-files.ts'
import { OnnxError, readOnnxMetadata } from './onnx-metadata.ts'

const MANIFEST = 'voice.json'
const MAX_MANIFEST_BYTES = 65_536
const MAX_FOLDERS = 500

const VOICE_ID = /^(premium|standard|budget)_([a-z]{2}(?:_[a-z]{2})?)_\d{3}$/
const LOCALE = /^[a-z]{2}(-[A-Z]{2})?$/
const CATEGORIES = ['general', 'narration', 'commercial', 'character'] as const

/** voice.json as an operator writes it; `files` are paths inside its folder. */
export interface VoiceManifest
  extends Pick<
    CatalogueVoice,
    'name' | 'locale' | 'tier' | 'category' | 'description' | 'previewText'
  > {
  voiceId: string
  /** What the model is called where it comes from, for the transparency record. */
  modelName: string
  /** Of the model; the url is where it can be read. */
  licence: { name: string; url: string }
  family: Family
  files: ModelFiles
  /** Of a model with several speakers, from 0 (default 0). */
  speakerId?: number
}

/** A checked model: `files` are absolute paths that exist inside `folder`. */
export interface VoiceModel extends VoiceManifest {
  folder: string
}

/** A folder that gives no voice, and why. */
export interface FolderProblem {
  folder: string
  message: string
}

/**
 * Every usable model below `dir`, by folder name, and what is wrong with the others; one bad folder harms no
 * other. Voice ids in `takenIds` or used twice are problems. Never throws; no model is loaded.
 */
export function readModels(
  dir: string,
  takenIds: Iterable<string> = [],
): { models: VoiceModel[]; problems: FolderProblem[] } {
  const models: VoiceModel[] = []
  const problems: FolderProblem[] = []
  const taken = new Set(takenIds)
  for (const folder of subFolders(dir, problems)) {
    try {
      const model = readModel(folder)
      if (taken.has(model.voiceId))
        throw new ModelProblem(`${model.voiceId} is another voice already`)
      taken.add(model.voiceId)
      models.push(model)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      problems.push({ folder, message: error.message })
    }
  }
  return { models, problems }
}

function subFolders(dir: string, problems: FolderProblem[]): string[] {
  try {
    const folders = readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => join(dir, entry.name))
      .sort()
    if (folders.length > MAX_FOLDERS) {
      problems.push({ folder: dir, message: `only the first ${MAX_FOLDERS} folders are used` })
    }
    return folders.slice(0, MAX_FOLDERS)
  } catch (error) {
    problems.push({ folder: dir, message: `cannot be read: ${(error as Error).message}` })
    return []
  }
}

function readModel(folder: string): VoiceModel {
  const manifest = parseManifest(readManifest(folder))
  const home = realpathSync(folder)
  const found = Object.entries(manifest.files).map(
    ([name, written]) => [name, resolveFile(home, name, written)] as const,
  )
  const model = { ...manifest, files: Object.fromEntries(found), folder: home }
  checkMetadata(model)
  return model
}

function readManifest(folder: string): unknown {
  const path = join(folder, MANIFEST)
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new ModelProblem(`has no ${MANIFEST}`)
  if (size > MAX_MANIFEST_BYTES) throw new ModelProblem(`${MANIFEST} is over 64 KiB`)
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new ModelProblem(`${MANIFEST} is not JSON: ${(error as Error).message}`)
  }
}

/** The manifest in a parsed voice.json. Throws ModelProblem that names the first wrong field. */
export function parseManifest(value: unknown): VoiceManifest {
  const fields = record(value, MANIFEST)
  const manifest: VoiceManifest = {
    voiceId: text(fields, 'voiceId', 40),
    name: text(fields, 'name', 60),
    locale: text(fields, 'locale', 5),
    tier: oneOf(fields, 'tier', ['premium', 'standard', 'budget']),
    category: oneOf(fields, 'category', CATEGORIES),
    description: text(fields, 'description', 300),
    previewText: text(fields, 'previewText', 300),
    modelName: text(fields, 'modelName', 120),
    licence: licence(fields),
    family: family(fields),
    files: files(fields),
    speakerId: speakerId(fields),
  }
  const unknown = Object.keys(fields).find((key) => !Object.hasOwn(manifest, key))
  if (unknown !== undefined) throw new ModelProblem(`${unknown} is not a field of ${MANIFEST}`)
  checkId(manifest)
  return manifest
}

function checkId({ voiceId, tier, locale }: VoiceManifest): void {
  const parts = VOICE_ID.exec(voiceId)
  if (!parts) {
    throw new ModelProblem('voiceId must look like premium_en_us_001, standard_… or budget_…')
  }
  if (!LOCALE.test(locale)) throw new ModelProblem('locale must look like en or en-US')
  if (parts[1] !== tier) throw new ModelProblem(`voiceId says ${parts[1]}, but tier says ${tier}`)
  const [language] = locale.split('-')
  if (parts[2] !== locale.toLowerCase().replace('-', '_') && parts[2] !== language) {
    throw new ModelProblem(`voiceId says ${parts[2]}, but locale says ${locale}`)
  }
}

function licence(fields: Record<string, unknown>): VoiceManifest['licence'] {
  const inner = record(fields.licence, 'licence')
  const url = text(inner, 'url', 300)
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new ModelProblem('licence.url must be a web address')
  }
  return { name: text(inner, 'name', 120), url }
}

function family(fields: Record<string, unknown>): Family {
  if (fields.family === 'zipvoice' || fields.family === 'pocket') {
    throw new ModelProblem(
      `family ${fields.family} speaks only as a clone of a recording: not supported`,
    )
  }
  return oneOf(fields, 'family', FAMILIES)
}

function files(fields: Record<string, unknown>): ModelFiles {
  const { required, optional } = FAMILY_NEEDS[family(fields)]
  const inner = record(fields.files, 'files')
  const missing = required.find((name) => inner[name] === undefined)
  if (missing !== undefined) throw new ModelProblem(`files.${missing} is missing`)
  const known = new Set([...required, ...optional])
  const unknown = Object.keys(inner).find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new ModelProblem(`files.${unknown} is not used by ${fields.family}`)
  return Object.fromEntries(
    Object.keys(inner).map((name) => [name, text(inner, name, 1_000, 'files.')]),
  )
}

function speakerId({ speakerId }: Record<string, unknown>): number | undefined {
  if (speakerId === undefined) return undefined
  const whole =
    Number.isInteger(speakerId) && (speakerId as number) >= 0 && (speakerId as number) < 10_000
  if (!whole) throw new ModelProblem('speakerId must be a whole number from 0')
  return speakerId as number
}

function record(value: unknown, name: string): Record<string, unknown> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isRecord) throw new ModelProblem(`${name} must be an object`)
  return value as Record<string, unknown>
}

function text(fields: Record<string, unknown>, key: string, max: number, prefix = ''): string {
  const value = fields[key]
  const right = typeof value === 'string' && value.trim() !== '' && value.length <= max
  if (!right) throw new ModelProblem(`${prefix}${key} must be a text of 1 to ${max} letters`)
  return value
}

function oneOf<T extends string>(
  fields: Record<string, unknown>,
  key: string,
  allowed: readonly T[],
): T {
  const found = allowed.find((value) => value === fields[key])
  if (found === undefined) throw new ModelProblem(`${key} must be one of ${allowed.join(', ')}`)
  return found
}

function checkMetadata(model: VoiceModel): void {
  for (const name of Object.keys(FAMILY_NEEDS[model.family].metadata)) {
    const metadata = onnxMetadata(model, name)
    const problem = metadataProblem(model.family, model.files, name, metadata)
    if (problem) throw new ModelProblem(`files.${name} ${problem}`)
    if (name === 'model') checkSpeakers(model, metadata)
  }
}

/** sherpa-onnx ends the process when the styles are not exactly as many as the model says. */
function checkSpeakers(model: VoiceModel, metadata: ReadonlyMap<string, string>): void {
  const speakers = Math.max(1, Number(metadata.get('n_speakers')))
  if ((model.speakerId ?? 0) >= speakers) {
    throw new ModelProblem(`speakerId ${model.speakerId} is not among its ${speakers} speakers`)
  }
  const { voices } = model.files
  if (voices === undefined) return
  const floats = metadata
    .get('style_dim')!
    .split(',')
    .reduce((all, size) => all * Number(size), 1)
  const bytes = floats * Number(metadata.get('n_speakers')) * Float32Array.BYTES_PER_ELEMENT
  if (statSync(voices).size !== bytes)
    throw new ModelProblem(`files.voices must have ${bytes} bytes`)
}

function onnxMetadata(model: VoiceModel, name: string): Map<string, string> {
  try {
    return readOnnxMetadata(model.files[name]!)
  } catch (error) {
    if (!(error instanceof OnnxError)) throw error
    throw new ModelProblem(`files.${name} is no usable ONNX file: ${error.message}`)
  }
}
