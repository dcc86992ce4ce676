import type { Emit } from './events.ts'
import type { Form } from './form.ts'
import type { Collection, Collections } from './objects.ts'
import type { Payments } from './payments.ts'
import type { StripeStore } from './store.ts'

/** What a call of the API may use. */
export interface Desk {
  store: StripeStore
  payments: Payments
  emit: Emit
  /** Where the hosted pages are. */
  url: () => string
}

/** One call: the ids of its path, and its form (body or query). */
export interface ApiCall {
  ids: string[]
  form: Form
}

/** A resource's calls: `POST /v1/customers`, with `:id` for an id. */
export type Calls = Record<string, (desk: Desk, call: ApiCall) => object>

/** A page of a collection, newest first. */
export function listOf<Name extends Collection>(
  desk: Desk,
  name: Name,
  form: Form,
  keep: (object: Collections[Name]) => boolean = () => true,
): object {
  const limit = Math.min(Number(form.limit ?? 10), 100)
  const newest = desk.store.all(name).filter(keep).reverse()
  const after = newest.findIndex(({ id }) => id === form.starting_after)
  const data = newest.slice(after + 1, after + 1 + limit)
  return { object: 'list', data, has_more: after + 1 + limit < newest.length, url: `/v1/${name}` }
}
