import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock/clock.ts'
import { Journal } from './journal.ts'
import { type Collection, type Collections, KINDS } from './objects.ts'
import { missing } from './refusal.ts'

type New<Name extends Collection> = Omit<Collections[Name], 'id' | 'object' | 'created'>

/** Every object of the sandbox's Stripe, in the order in which it was made. */
export class StripeStore {
  readonly clock: Clock
  readonly #journal: Journal
  readonly #collections = new Map<Collection, Map<string, Collections[Collection]>>()
  readonly #answers = new Map<string, unknown>()

  constructor(clock: Clock, dataDir: string | null) {
    this.clock = clock
    this.#journal = new Journal(dataDir)
    for (const { collection, id, value } of this.#journal.load()) {
      if (collection === 'answers') this.#answers.set(id, value)
      else this.#of(collection as Collection).set(id, value as Collections[Collection])
    }
  }

  /** Now by the sandbox's clock, in seconds. */
  now(): number {
    return Math.floor(this.clock.now().getTime() / 1000)
  }

  add<Name extends Collection>(name: Name, object: New<Name>): Collections[Name] {
    const { prefix, object: kind } = KINDS[name]
    const id = `${prefix}_${randomBytes(12).toString('hex')}`
    const made = {
      id,
      object: kind,
      created: this.now(),
      ...object,
    } as unknown as Collections[Name]
    this.save(name, made)
    return made
  }

  save<Name extends Collection>(name: Name, object: Collections[Name]): void {
    this.#of(name).set(object.id, object)
    this.#journal.append({ collection: name, id: object.id, value: object })
  }

  find<Name extends Collection>(name: Name, id: string): Collections[Name] | undefined {
    return this.#of(name).get(id)
  }

  /** Throws Stripe's `resource_missing`. */
  get<Name extends Collection>(name: Name, id: string): Collections[Name] {
    const found = this.find(name, id)
    if (!found) throw missing(KINDS[name].object, id)
    return found
  }

  all<Name extends Collection>(name: Name): Collections[Name][] {
    return [...this.#of(name).values()]
  }

  /** Whatever has this id, by its prefix. */
  byId(id: string): Collections[Collection] | undefined {
    const name = (Object.keys(KINDS) as Collection[]).find((each) =>
      id.startsWith(`${KINDS[each].prefix}_`),
    )
    return name && this.find(name, id)
  }

  answer(key: string): unknown {
    return this.#answers.get(key)
  }

  keepAnswer(key: string, answer: unknown): void {
    this.#answers.set(key, answer)
    this.#journal.append({ collection: 'answers', id: key, value: answer })
  }

  #of<Name extends Collection>(name: Name): Map<string, Collections[Name]> {
    const found = this.#collections.get(name)
    if (found) return found as unknown as Map<string, Collections[Name]>
    const made = new Map<string, Collections[Name]>()
    this.#collections.set(name, made as unknown as Map<string, Collections[Collection]>)
    return made
  }
}
