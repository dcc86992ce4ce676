import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LegalText, legalText } from '@viva-voce/contract'

const folder = join(import.meta.dirname, '../../../legal')
const documents = new Map(legalText.options.map((doc) => [doc, read(doc)] as const))

/** A document begins with the line `Version 2026-11-21`, below its title. */
function read(doc: LegalText): { text: string; version: string } {
  const text = readFileSync(join(folder, `${doc}.md`), 'utf8')
  const version = /^Version (\d{4}-\d{2}-\d{2})$/m.exec(text)?.[1]
  if (!version) throw new Error(`legal/${doc}.md has no version line`)
  return { text, version }
}

/** The Markdown of a legal document. */
export function documentText(doc: LegalText): string {
  return documents.get(doc)!.text
}

/** The version that is accepted today, a date. */
export function documentVersion(doc: LegalText): string {
  return documents.get(doc)!.version
}
