/** What a form may hold: texts, lists and objects, as Stripe's bracket names say. */
export type Form = { [name: string]: FormValue }
export type FormValue = string | FormValue[] | Form

/** Reads `a[b][0]=c` into `{ a: { b: ['c'] } }`; `a[]=c` adds to a list. */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const inBrackets = [...name.matchAll(/\[([^\]]*)\]/g)].map(([, part]) => part!)
    put(form, [name.replace(/\[.*$/, ''), ...inBrackets], value)
  }
  return listsOf(form) as Form
}

function put(form: Form, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    form[name === '' ? String(Object.keys(form).length) : name] = value
    return
  }
  const inner = form[name]
  const next: Form =
    typeof inner === 'object' && !Array.isArray(inner) ? inner : Object.create(null)
  form[name] = next
  put(next, rest, value)
}

/** An object whose names are 0, 1, 2 … is a list. */
function listsOf(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, listsOf(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

export const textAt = (form: Form, name: string): string | undefined => {
  const value = form[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const formAt = (form: Form, name: string): Form => {
  const value = form[name]
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}

export const listAt = (form: Form, name: string): FormValue[] => {
  const value = form[name]
  return Array.isArray(value) ? value : []
}

export function metadataAt(form: Form): Record<string, string> {
  const entries = Object.entries(formAt(form, 'metadata'))
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
