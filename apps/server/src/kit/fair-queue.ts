/**
 * Waiting items, a line for each tenant, taken in turns: a tenant with a hundred items delays another's one
 * item by one turn, not by a hundred.
 */
export class FairQueue<Item> {
  readonly #lines = new Map<string, Item[]>()
  /** Tenants that have a line, the next to be served first. */
  readonly #turns: string[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  push(tenant: string, item: Item): void {
    const line = this.#lines.get(tenant)
    if (line) line.push(item)
    else {
      this.#lines.set(tenant, [item])
      this.#turns.push(tenant)
    }
    this.#size++
  }

  /** The item whose turn it is; undefined when nothing waits. */
  shift(): Item | undefined {
    const tenant = this.#turns.shift()
    if (tenant === undefined) return undefined
    const line = this.#lines.get(tenant)!
    const item = line.shift()
    this.#size--
    if (line.length > 0) this.#turns.push(tenant)
    else this.#lines.delete(tenant)
    return item
  }

  /** Takes an item out of its line; false when it is not there. */
  remove(tenant: string, item: Item): boolean {
    const line = this.#lines.get(tenant)
    const at = line?.indexOf(item) ?? -1
    if (!line || at < 0) return false
    line.splice(at, 1)
    this.#size--
    if (line.length === 0) {
      this.#lines.delete(tenant)
      this.#turns.splice(this.#turns.indexOf(tenant), 1)
    }
    return true
  }
}
