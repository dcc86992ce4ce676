import type { StripeStore } from './store.ts'

/** A copy of an object with the references of `paths` (`latest_charge.balance_transaction`) made whole. */
export function expanded(store: StripeStore, object: object, paths: readonly string[]): object {
  const copy = structuredClone(object) as Record<string, unknown>
  for (const path of paths) expandAt(store, copy, path.split('.'))
  return copy
}

function expandAt(store: StripeStore, object: Record<string, unknown>, path: string[]): void {
  const [name, ...rest] = path
  if (name === undefined) return
  if (name === 'data' && Array.isArray(object.data)) {
    for (const each of object.data as Record<string, unknown>[]) expandAt(store, each, rest)
    return
  }
  const value = object[name]
  const whole = typeof value === 'string' ? store.byId(value) : value
  if (typeof whole !== 'object' || whole === null) return
  const copy = structuredClone(whole) as Record<string, unknown>
  object[name] = copy
  expandAt(store, copy, rest)
}
