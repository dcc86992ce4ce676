/** The voice.json of a model that has no voice of its own and speaks as a recording does. */
import { CLONING_FAMILIES, type CloningFamily } from './families.ts'
import { type ModelFacts, modelFacts, refuseUnknown, text } from './manifest-fields.ts'
import { ModelProblem } from './model-files.ts'

/** voice.json of a cloning model as an operator writes it; `files` are paths inside its folder. */
export interface CloningManifest extends ModelFacts {
  /** The operator's name for it; voices keep it, so it never changes its meaning. */
  modelId: string
  /** ISO 639-1: the languages that it really speaks. */
  languages: readonly string[]
  family: CloningFamily
}

const MODEL_ID = /^clone_[a-z0-9_]{1,34}$/
const LANGUAGE = /^[a-z]{2}$/
const MAX_LANGUAGES = 50

export function isCloningFamily(family: unknown): family is CloningFamily {
  return CLONING_FAMILIES.some((one) => one === family)
}

/** The manifest in a parsed voice.json. Throws ModelProblem that names the first wrong field. */
export function parseCloningManifest(
  fields: Record<string, unknown>,
  family: CloningFamily,
): CloningManifest {
  const modelId = text(fields, 'modelId', 40)
  if (!MODEL_ID.test(modelId)) throw new ModelProblem('modelId must look like clone_pocket_en')
  const manifest: CloningManifest = {
    modelId,
    languages: languages(fields.languages),
    family,
    ...modelFacts(fields, family),
  }
  refuseUnknown(fields, manifest)
  return manifest
}

function languages(value: unknown): readonly string[] {
  const right =
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MAX_LANGUAGES &&
    value.every((one): one is string => typeof one === 'string' && LANGUAGE.test(one))
  if (!right) throw new ModelProblem('languages must be a list of two-letter codes')
  return value
}
