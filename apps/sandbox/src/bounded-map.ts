/** A map that forgets its oldest entry when full: a sandbox that runs for weeks must not grow. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #limit: number

  constructor(limit: number) {
    super()
    this.#limit = limit
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    super.set(key, value)
    if (this.size > this.#limit) this.delete(this.keys().next().value as Key)
    return this
  }
}
