/** Keeps what was used last, up to a number of bytes; a value that is larger alone is not kept. */
export class ModelCache<T> {
  readonly #maxBytes: number
  /** In the order of their last use. */
  readonly #kept = new Map<string, { value: T; bytes: number }>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): T | undefined {
    const found = this.#kept.get(key)
    if (!found) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, found)
    return found.value
  }

  set(key: string, value: T, bytes: number): void {
    this.#drop(key)
    if (bytes > this.#maxBytes) return
    this.#kept.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0
    this.#kept.delete(key)
  }
}
