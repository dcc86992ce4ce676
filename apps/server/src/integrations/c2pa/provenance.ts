import {
  type CertificateFiles,
  type Credentials,
  developmentCredentials,
  operatorCredentials,
} from './credentials.ts'
import {
  addManifest,
  type FoundManifest,
  manifestBeside,
  readManifest,
  type Statement,
} from './manifests.ts'

/** Content credentials (C2PA): signed statements inside files of where they come from. */
export interface Provenance {
  /** A WAV or MP3 file with this deployment's signed statement in it. */
  sign(bytes: Uint8Array, statement: Statement): Promise<Uint8Array>
  /** The signed statement about a file of any format, to stand beside it. */
  signBeside(
    file: { sha256: Uint8Array; mimeType: string },
    statement: Statement,
  ): Promise<Uint8Array>
  /**
   * What a WAV or MP3 file says of itself, or `beside` of a file of any format, and whether to believe it; null when there
   * is nothing. Never throws.
   */
  read(bytes: Uint8Array, beside?: Uint8Array): Promise<FoundManifest | null>
}

/**
 * Throws at once when the operator's files do not fit.
 * @param certificate the operator's own; null for one that is made from `seed`, which nobody outside trusts
 */
export function createProvenance(options: {
  certificate: CertificateFiles | null
  seed: Uint8Array
  issuer: string
}): Provenance {
  const own = options.certificate && operatorCredentials(options.certificate)
  let made: Promise<Credentials> | undefined
  const credentials = async () => {
    if (own) return own
    made ??= developmentCredentials(options.seed, options.issuer)
    return made
  }
  return {
    sign: async (bytes, statement) => addManifest(bytes, statement, await credentials()),
    signBeside: async (file, statement) => manifestBeside(file, statement, await credentials()),
    read: async (bytes, beside) => readManifest(bytes, await credentials(), beside),
  }
}
