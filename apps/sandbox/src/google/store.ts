import type { Adapter, AdapterPayload } from 'oidc-provider'
import { BoundedMap } from '../bounded-map.ts'

const ENTRIES_PER_KIND = 1_000

/**
 * Where oidc-provider keeps one kind of thing (sessions, codes, tokens…), in memory: a sign-in that
 * a restart interrupts is begun again. Expiry is checked by oidc-provider itself on reading.
 */
export class GoogleStore implements Adapter {
  readonly #entries = new BoundedMap<string, AdapterPayload>(ENTRIES_PER_KIND)

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.#entries.set(id, payload)
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#entries.get(id)
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#entries.values().find((payload) => payload.uid === uid)
  }

  /** Belongs to the device flow, which Google's sign-in does not use. */
  async findByUserCode(): Promise<undefined> {
    return undefined
  }

  async consume(id: string): Promise<void> {
    const payload = this.#entries.get(id)
    if (payload) payload.consumed = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string): Promise<void> {
    this.#entries.delete(id)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, payload] of this.#entries) {
      if (payload.grantId === grantId) this.#entries.delete(id)
    }
  }
}
