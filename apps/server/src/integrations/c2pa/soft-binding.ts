import { CBORBox, type IBox, type SuperBox } from '@trustnxt/c2pa-ts/jumbf'
import { Assertion } from '@trustnxt/c2pa-ts/manifest'

const label = 'c2pa.soft-binding'
/** JUMBF content type CBOR (ISO/IEC 19566-5, annex B). */
const cborUuid = Uint8Array.from(Buffer.from('63626f7200110010800000aa00389b71', 'hex'))

/** That an invisible mark in the audio leads back to this manifest (C2PA 2.1, section 18.10). */
export class SoftBindingAssertion extends Assertion {
  override label = label
  override uuid = cborUuid
  readonly #algorithm: string
  readonly #value: Uint8Array

  /** @param value what a detector of `algorithm` reads out of the audio */
  constructor(algorithm: string, value: Uint8Array) {
    super()
    this.#algorithm = algorithm
    this.#value = value
  }

  override readContentFromJUMBF(): void {
    throw new Error('soft bindings are read by softBindingOf')
  }

  override generateJUMBFBoxForContent(): IBox {
    const box = new CBORBox()
    const blocks = [{ scope: {}, value: this.#value }]
    box.content = { alg: this.#algorithm, blocks, pad: new Uint8Array(0) }
    return box
  }
}

/** What a soft binding among a manifest's assertions says; null when there is none that can be read. */
export function softBindingOf(
  assertions: readonly { label?: string; sourceBox?: SuperBox }[],
): { algorithm: string; value: Uint8Array } | null {
  const found = assertions.find((assertion) => assertion.label === label)
  const box = found?.sourceBox?.contentBoxes[0]
  if (!(box instanceof CBORBox)) return null
  const { alg, blocks } = (box.content ?? {}) as { alg?: unknown; blocks?: { value?: unknown }[] }
  const value = Array.isArray(blocks) ? blocks[0]?.value : undefined
  if (typeof alg !== 'string' || !(value instanceof Uint8Array)) return null
  return { algorithm: alg, value }
}
