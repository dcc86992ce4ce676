/** The id of an object that the provider gives whole, by its id, or not at all. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (!reference) return null
  return typeof reference === 'string' ? reference : reference.id
}
