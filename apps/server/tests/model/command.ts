import fc from 'fast-check'
import { compare } from './compare.ts'
import type { State } from './state.ts'
import type { World } from './world.ts'

/**
 * One kind of command: what random values it is made of, what they are aimed at given what there is, what should happen
 * and what does. Both say how it ended: `done`, or the code of the refusal.
 */
export interface Kind<Raw, Aim> {
  name: string
  /** How often it comes, relative to the others. */
  weight: number
  raw: fc.Arbitrary<Raw>
  /** Null when there is nothing that it could be done to. */
  aim(state: State, raw: Raw): Aim | null
  expect(state: State, aim: Aim): string
  act(world: World, aim: Aim): Promise<string>
}

/** How often each command ran and how it ended. */
export type Tally = Map<string, number>

export type Command = fc.AsyncCommand<State, World, false>

/** A kind as fast-check draws it. */
export function weighted<Raw, Aim>(kind: Kind<Raw, Aim>) {
  const arbitrary = (tally: Tally): fc.Arbitrary<Command> =>
    kind.raw.map((raw) => new Aimed(kind, raw, tally))
  return { weight: kind.weight, arbitrary }
}

class Aimed<Raw, Aim> implements Command {
  readonly #kind: Kind<Raw, Aim>
  readonly #raw: Raw
  readonly #tally: Tally

  constructor(kind: Kind<Raw, Aim>, raw: Raw, tally: Tally) {
    this.#kind = kind
    this.#raw = raw
    this.#tally = tally
  }

  check(state: Readonly<State>): boolean {
    return this.#kind.aim(state, this.#raw) !== null
  }

  async run(state: State, world: World): Promise<void> {
    state.now += 1
    world.tick()
    const aim = this.#kind.aim(state, this.#raw)!
    const expected = this.#kind.expect(state, aim)
    const found = await this.#kind.act(world, aim)
    if (expected !== found) {
      throw new Error(`${this}: the model expects ${expected}, the product said ${found}`)
    }
    await compare(state, world)
    const told = `${this.#kind.name}: ${found}`
    this.#tally.set(told, (this.#tally.get(told) ?? 0) + 1)
  }

  toString(): string {
    return `${this.#kind.name}(${fc.stringify(this.#raw)})`
  }
}

/** One of a list, chosen by any whole number; its place, or null when there is none. */
export function placeOf<Item>(
  list: readonly Item[],
  which: number,
  fits: (item: Item, place: number) => boolean = () => true,
): number | null {
  const places = [...list.keys()].filter((place) => fits(list[place]!, place))
  return places.length === 0 ? null : places[which % places.length]!
}

/** Which of a list; new entries are chosen as often as old ones. */
export const anyOne = fc.nat({ max: 9_999 })
