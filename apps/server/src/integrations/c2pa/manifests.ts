import type { X509Certificate } from '@peculiar/x509'
import { type Asset, MP3 } from '@trustnxt/c2pa-ts/asset'
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf'
import {
  ActionAssertion,
  ActionType,
  AssertionLabels,
  DataHashAssertion,
  DigitalSourceType,
  type Manifest,
  ManifestStore,
} from '@trustnxt/c2pa-ts/manifest'
import type { Credentials } from './credentials.ts'
import { PlainAsset } from './plain-asset.ts'
import { SoftBindingAssertion, softBindingOf } from './soft-binding.ts'
import { WavAsset } from './wav-asset.ts'

/** What a manifest says of a file. */
export interface Statement {
  /** Unique for this file; becomes `xmp:iid:…`. */
  instanceId: string
  title: string
  /** How the speech was made and under which licence, for people. */
  description: string
  /** The program that made it. */
  generator: string
  /** IPTC's word for how the voice came to be: from a model trained on recordings, or from rules alone. */
  digitalSourceType: 'trainedAlgorithmicMedia' | 'algorithmicMedia'
  watermark: { algorithm: string; payload: number }
}

/** What was found in a file. */
export interface FoundManifest {
  /** The signature is right and the file is as it was signed. */
  isValid: boolean
  /** Signed by this deployment's own certificate. */
  isOurs: boolean
  title: string | null
  generator: string | null
  /** IPTC's word, without its address. */
  digitalSourceType: string | null
  watermark: { algorithm: string; payload: number } | null
  /** C2PA's codes of what is wrong, such as `assertion.dataHash.mismatch`. */
  problems: string[]
}

const claimVersion2 = 1
/** Ours have 4 kB; what is far larger is not worth the parsing. */
const mostManifestBytes = 1 << 20
/** What a COSE signature holds besides certificates: 64 to 512 bytes of signature, headers. */
const signatureRoomBytes = 1_024

/**
 * A WAV or MP3 file with a signed C2PA 2.1 manifest in it: created by a machine, watermarked, and the hash of everything
 * but the manifest (of MP3, everything but the ID3 tag). Throws for any other file.
 */
export async function addManifest(
  bytes: Uint8Array,
  statement: Statement,
  { signer }: Credentials,
): Promise<Uint8Array> {
  const asset = assetOf(bytes)
  if (!asset) throw new Error('only WAV and MP3 carry a manifest')
  const hash = DataHashAssertion.create('SHA-256')
  const { store, manifest } = draft(statement, asset.mimeType, hash, signer)
  await asset.ensureManifestSpace(store.measureSize())
  await hash.updateWithAsset(asset)
  await manifest.sign(signer)
  await asset.writeManifestJUMBF(store.getBytes())
  return asset.getDataRange()
}

/**
 * The same statement as a manifest that stands beside its file, for formats that carry none and for streams: the hash is
 * that of the whole file, without exclusions (C2PA 2.1, section 11.4, "External manifests").
 * @param file.sha256 of all its bytes
 * @returns a manifest store, which a file of type `application/c2pa` holds
 */
export async function manifestBeside(
  file: { sha256: Uint8Array; mimeType: string },
  statement: Statement,
  { signer }: Credentials,
): Promise<Uint8Array> {
  const hash = DataHashAssertion.create('SHA-256')
  hash.hash = file.sha256
  const { store, manifest } = draft(statement, file.mimeType, hash, signer)
  await manifest.sign(signer)
  return store.getBytes()
}

/** A manifest that only lacks its signature. */
function draft(
  statement: Statement,
  assetFormat: string,
  hash: DataHashAssertion,
  signer: Credentials['signer'],
) {
  const store = new ManifestStore()
  const manifest = store.createManifest({
    claimVersion: claimVersion2,
    assetFormat,
    instanceID: `xmp:iid:${statement.instanceId}`,
    defaultHashAlgorithm: 'SHA-256',
    signer,
  })
  manifest.claim!.title = statement.title
  manifest.claim!.claimGeneratorName = statement.generator
  // The library leaves 25 kB for time stamps, which would double a short file.
  manifest.signature!.signatureData.paddingLength = signatureRoom(signer)
  manifest.addAssertion(hash)
  manifest.addAssertion(actionsOf(statement))
  manifest.addAssertion(bindingOf(statement))
  return { store, manifest }
}

function signatureRoom({ certificate, chainCertificates }: Credentials['signer']): number {
  const chain = [certificate, ...chainCertificates]
  return chain.reduce((sum, { rawData }) => sum + rawData.byteLength + 16, signatureRoomBytes)
}

/** Names the sentence on voice, licence and usage among the parameters of the action. */
const statementParameter = 'com.vivavoce.statement'

function actionsOf({ generator, description, digitalSourceType }: Statement): ActionAssertion {
  const assertion = new ActionAssertion()
  assertion.label = AssertionLabels.actionsV2
  const softwareAgent = { name: generator }
  const sources = {
    trainedAlgorithmicMedia: DigitalSourceType.TrainedAlgorithmicMedia,
    algorithmicMedia: DigitalSourceType.AlgorithmicMedia,
  }
  assertion.actions.push(
    {
      action: ActionType.C2paCreated,
      digitalSourceType: sources[digitalSourceType],
      // The library leaves an action's `description` out; parameters of one's own are written.
      parameters: { [statementParameter]: description },
      softwareAgent,
    },
    { action: ActionType.C2paWatermarked, softwareAgent },
  )
  return assertion
}

function bindingOf({ watermark }: Statement): SoftBindingAssertion {
  const value = Buffer.alloc(4)
  value.writeUInt32BE(watermark.payload)
  return new SoftBindingAssertion(watermark.algorithm, new Uint8Array(value))
}

/**
 * What the newest manifest in a WAV or MP3 file says, or that in `beside` says of a file of any format, and whether to
 * believe it; null when there is none. Nothing in the bytes makes it throw: a manifest that cannot be read is found, and
 * not valid.
 */
export async function readManifest(
  bytes: Uint8Array,
  { anchors }: Credentials,
  beside?: Uint8Array,
): Promise<FoundManifest | null> {
  const unreadable = (problem: string): FoundManifest => ({ ...nothingSaid, problems: [problem] })
  try {
    const asset = beside ? new PlainAsset(bytes) : assetOf(bytes)
    const jumbf = beside ?? asset?.getManifestJUMBF()
    if (!asset || !jumbf) return null
    if (jumbf.length > mostManifestBytes) return unreadable('manifest too large')
    const store = ManifestStore.read(SuperBox.fromBuffer(new Uint8Array(jumbf)))
    const manifest = store.getActiveManifest()
    if (!manifest) return unreadable('claim.missing')
    const result = await store.validate(asset)
    const problems = result.statusEntries.filter((entry) => entry.success === false)
    return {
      ...whatItSays(manifest),
      isValid: result.isValid,
      isOurs: result.isValid && (await endsIn(manifest, anchors)),
      problems: problems.map(({ code }) => code),
    }
  } catch (error) {
    return unreadable(`unreadable: ${(error as Error).message}`)
  }
}

const nothingSaid: FoundManifest = {
  isValid: false,
  isOurs: false,
  title: null,
  generator: null,
  digitalSourceType: null,
  watermark: null,
  problems: [],
}

function assetOf(bytes: Uint8Array): Asset | null {
  if (WavAsset.canRead(bytes)) return new WavAsset(bytes)
  return MP3.canRead(bytes) ? new MP3(bytes) : null
}

function whatItSays({ claim, assertions }: Manifest) {
  const all = assertions?.assertions ?? []
  const actions = all.find((assertion) => assertion instanceof ActionAssertion)
  const source = actions?.actions.find((action) => action.digitalSourceType)?.digitalSourceType
  const binding = softBindingOf(all)
  return {
    title: claim?.title ?? null,
    generator: claim?.claimGeneratorName ?? null,
    digitalSourceType: source?.split('/').at(-1) ?? null,
    watermark:
      binding?.value.length === 4
        ? {
            algorithm: binding.algorithm,
            payload: Buffer.from(binding.value).readUInt32BE(),
          }
        : null,
  }
}

/** The library checks the signature against the certificate, but not who stands behind that. */
async function endsIn(
  { signature }: Manifest,
  anchors: readonly X509Certificate[],
): Promise<boolean> {
  const { certificate, chainCertificates } = signature?.signatureData ?? {}
  if (!certificate) return false
  const chain = [certificate, ...(chainCertificates ?? [])]
  for (const [i, one] of chain.entries()) {
    const anchor = anchors.find(({ rawData }) =>
      Buffer.from(rawData).equals(Buffer.from(one.rawData)),
    )
    if (anchor) return true
    const issuer = chain[i + 1] ?? anchors.find(({ subject }) => subject === one.issuer)
    if (!issuer || !(await one.verify({ publicKey: issuer.publicKey, signatureOnly: true }))) {
      return false
    }
  }
  return false
}
