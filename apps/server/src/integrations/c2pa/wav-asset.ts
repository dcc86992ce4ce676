import type { Asset } from '@trustnxt/c2pa-ts/asset'

const chunkId = 'C2PA'
const chunkNumber = Buffer.from(chunkId, 'latin1').readUInt32BE()
const headBytes = 8

/** A RIFF/WAVE file with its manifest in a chunk at the end (C2PA 2.1, appendix A.3.7, "Embedding into RIFF"). */
export class WavAsset implements Asset {
  readonly mimeType = 'audio/wav'
  #bytes: Uint8Array

  /** Throws when the bytes are no RIFF/WAVE file. */
  constructor(bytes: Uint8Array) {
    if (!WavAsset.canRead(bytes)) throw new Error('not a RIFF/WAVE file')
    this.#bytes = bytes
  }

  static canRead(bytes: Uint8Array): boolean {
    const text = (from: number, to: number) =>
      Buffer.from(bytes.subarray(from, to)).toString('latin1')
    return text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE'
  }

  getDataLength(): number {
    return this.#bytes.length
  }

  async getDataRange(start = 0, length = this.#bytes.length - start): Promise<Uint8Array> {
    return this.#bytes.subarray(start, start + length)
  }

  getManifestJUMBF(): Uint8Array | undefined {
    const chunk = this.#manifestChunk()
    return chunk && this.#bytes.subarray(chunk.start + headBytes, chunk.start + chunk.length)
  }

  dumpInfo(): string {
    return `RIFF/WAVE of ${this.#bytes.length} bytes`
  }

  /** The manifest's chunk with its head, without the byte that evens an odd one out. */
  getHashExclusionRange(): { start: number; length: number } {
    return this.#manifestChunk() ?? { start: 0, length: 0 }
  }

  async ensureManifestSpace(length: number): Promise<void> {
    const old = this.#manifestChunk()
    if (old?.length === headBytes + length) return
    const audio = old ? this.#bytes.subarray(0, old.start) : this.#bytes
    const start = audio.length + (audio.length % 2)
    const bytes = new Uint8Array(start + headBytes + length + (length % 2))
    bytes.set(audio)
    bytes.set(Buffer.from(chunkId, 'latin1'), start)
    const view = new DataView(bytes.buffer)
    view.setUint32(start + 4, length, true)
    view.setUint32(4, bytes.length - headBytes, true)
    this.#bytes = bytes
  }

  async writeManifestJUMBF(jumbf: Uint8Array): Promise<void> {
    const chunk = this.#manifestChunk()
    if (chunk?.length !== headBytes + jumbf.length) throw new Error('no room of that size was made')
    this.#bytes.set(jumbf, chunk.start + headBytes)
  }

  #manifestChunk(): { start: number; length: number } | undefined {
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length)
    let at = 12
    // A hostile file can have millions of empty chunks.
    while (at + headBytes <= view.byteLength) {
      const size = view.getUint32(at + 4, true)
      const end = at + headBytes + size
      const isManifest = view.getUint32(at) === chunkNumber
      if (isManifest && end <= view.byteLength) return { start: at, length: headBytes + size }
      at = end + (size % 2)
    }
    return undefined
  }
}
