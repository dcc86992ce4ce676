import { extname } from 'node:path'

const maxCharacters = 100

/**
 * A file's name without folders, control characters or anything else that a shell, a page or a disk could
 * take for more than a name. Letters of any script stay, and so does the extension.
 */
export function safeFileName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1)!
  const plain = last.replace(/[^\p{L}\p{M}\p{N} ._()-]/gu, '_').replace(/^[. ]+|[. ]+$/g, '')
  const extension = extname(plain)
  const stem = plain.slice(0, plain.length - extension.length)
  // By code points, so that no character is cut in two.
  return Array.from(stem).slice(0, maxCharacters).join('') + extension.slice(0, 16) || 'unnamed'
}
