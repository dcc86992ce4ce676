import { type PiscinaTask, queueOptionsSymbol, type TaskQueue } from 'piscina'

/** What a task must carry so that it waits in its tenant's own line. */
export interface FairOptions {
  tenant: string
}

/** Puts a tenant's name on a task for the {@link FairQueue}. */
export function forTenant<T extends object>(task: T, tenant: string): T {
  return { ...task, [queueOptionsSymbol]: { tenant } satisfies FairOptions }
}

/**
 * Waiting tasks, a line for each tenant, taken in turns: a tenant with a hundred tasks delays another's one
 * task by one turn, not by a hundred. Taking and adding cost the same however many wait.
 */
export class FairQueue implements TaskQueue {
  /** Tenants in the order of their next turn; a tenant is here exactly while it has a line. */
  readonly #lines = new Map<string, PiscinaTask[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  push(task: PiscinaTask): void {
    const tenant = tenantOf(task)
    const line = this.#lines.get(tenant)
    if (line) line.push(task)
    else this.#lines.set(tenant, [task])
    this.#size++
  }

  shift(): PiscinaTask | null {
    const next = this.#lines.entries().next()
    if (next.done) return null
    const [tenant, line] = next.value
    const task = line.shift()!
    this.#size--
    // To the end of the round, or out of it.
    this.#lines.delete(tenant)
    if (line.length > 0) this.#lines.set(tenant, line)
    return task
  }

  remove(task: PiscinaTask): void {
    const tenant = tenantOf(task)
    const line = this.#lines.get(tenant) ?? []
    const at = line.indexOf(task)
    if (at < 0) return
    line.splice(at, 1)
    this.#size--
    if (line.length === 0) this.#lines.delete(tenant)
  }
}

function tenantOf(task: PiscinaTask): string {
  return (task[queueOptionsSymbol] as FairOptions | null)?.tenant ?? ''
}
