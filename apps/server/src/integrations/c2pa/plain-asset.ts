import type { Asset } from '@trustnxt/c2pa-ts/asset'

/** The bytes of a file of any format whose manifest stands elsewhere, so that all of them are hashed. */
export class PlainAsset implements Asset {
  readonly mimeType: string
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array, mimeType = 'application/octet-stream') {
    this.#bytes = bytes
    this.mimeType = mimeType
  }

  getDataLength(): number {
    return this.#bytes.length
  }

  async getDataRange(start = 0, length = this.#bytes.length - start): Promise<Uint8Array> {
    return this.#bytes.subarray(start, start + length)
  }

  getManifestJUMBF(): undefined {
    return undefined
  }

  dumpInfo(): string {
    return `${this.#bytes.length} bytes`
  }

  getHashExclusionRange(): { start: number; length: number } {
    return { start: 0, length: 0 }
  }

  ensureManifestSpace(): Promise<void> {
    throw new Error('this manifest stands beside its file')
  }

  writeManifestJUMBF(): Promise<void> {
    throw new Error('this manifest stands beside its file')
  }
}
