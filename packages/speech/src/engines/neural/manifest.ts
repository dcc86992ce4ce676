/** Reads the operator's models: VOICE_MODELS_DIR has a folder for each voice, with voice.json in it. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogueVoice } from '../../catalogue-voice.ts'
import { type CloningManifest, isCloningFamily, parseCloningManifest } from './cloning-manifest.ts'
import { type AnyFamily, FAMILIES, FAMILY_NEEDS, type Family, metadataProblem } from './families.ts'
import {
  type ModelFacts,
  modelFacts,
  oneOf,
  record,
  refuseUnknown,
  text,
} from './manifest-fields.ts'
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
  extends ModelFacts,
    Pick<CatalogueVoice, 'name' | 'locale' | 'tier' | 'category' | 'description' | 'previewText'> {
  voiceId: string
  family: Family
  /** Of a model with several speakers, from 0 (default 0). */
  speakerId?: number
}

/** A checked model: `files` are absolute paths that exist inside `folder`. */
export interface VoiceModel extends VoiceManifest {
  folder: string
}

/** A checked model that speaks as a recording does. */
export interface CloningModel extends CloningManifest {
  folder: string
}

/** A folder that gives no voice, and why. */
export interface FolderProblem {
  folder: string
  message: string
}

/**
 * Every usable model below `dir`, by folder name, and what is wrong with the others; one bad folder harms no
 * other. Ids in `takenIds` or used twice are problems. Never throws; no model is loaded.
 */
export function readModels(
  dir: string,
  takenIds: Iterable<string> = [],
): { models: VoiceModel[]; cloners: CloningModel[]; problems: FolderProblem[] } {
  const models: VoiceModel[] = []
  const cloners: CloningModel[] = []
  const problems: FolderProblem[] = []
  const taken = new Set(takenIds)
  for (const folder of subFolders(dir, problems)) {
    try {
      const model = readModel(folder)
      const id = 'modelId' in model ? model.modelId : model.voiceId
      if (taken.has(id)) throw new ModelProblem(`${id} is another voice already`)
      taken.add(id)
      if ('modelId' in model) cloners.push(model)
      else models.push(model)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      problems.push({ folder, message: error.message })
    }
  }
  return { models, cloners, problems }
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

function readModel(folder: string): VoiceModel | CloningModel {
  const written = record(readManifest(folder), MANIFEST)
  const manifest = isCloningFamily(written.family)
    ? parseCloningManifest(written, written.family)
    : parseManifest(written)
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
export function parseManifest(fields: Record<string, unknown>): VoiceManifest {
  const family = oneOf(fields, 'family', FAMILIES)
  const manifest: VoiceManifest = {
    voiceId: text(fields, 'voiceId', 40),
    name: text(fields, 'name', 60),
    locale: text(fields, 'locale', 5),
    tier: oneOf(fields, 'tier', ['premium', 'standard', 'budget']),
    category: oneOf(fields, 'category', CATEGORIES),
    description: text(fields, 'description', 300),
    previewText: text(fields, 'previewText', 300),
    ...modelFacts(fields, family),
    family,
    speakerId: speakerId(fields),
  }
  refuseUnknown(fields, manifest)
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

function speakerId({ speakerId }: Record<string, unknown>): number | undefined {
  if (speakerId === undefined) return undefined
  const whole =
    Number.isInteger(speakerId) && (speakerId as number) >= 0 && (speakerId as number) < 10_000
  if (!whole) throw new ModelProblem('speakerId must be a whole number from 0')
  return speakerId as number
}

/** What a check of the files looks at. */
type CheckedModel = Pick<VoiceModel, 'files' | 'speakerId'> & { family: AnyFamily }

function checkMetadata(model: CheckedModel): void {
  for (const name of Object.keys(FAMILY_NEEDS[model.family].metadata)) {
    const metadata = onnxMetadata(model, name)
    const problem = metadataProblem(model.family, model.files, name, metadata)
    if (problem) throw new ModelProblem(`files.${name} ${problem}`)
    if (name === 'model') checkSpeakers(model, metadata)
  }
}

/** sherpa-onnx ends the process when the styles are not exactly as many as the model says. */
function checkSpeakers(model: CheckedModel, metadata: ReadonlyMap<string, string>): void {
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

function onnxMetadata(model: CheckedModel, name: string): Map<string, string> {
  try {
    return readOnnxMetadata(model.files[name]!)
  } catch (error) {
    if (!(error instanceof OnnxError)) throw error
    throw new ModelProblem(`files.${name} is no usable ONNX file: ${error.message}`)
  }
}
