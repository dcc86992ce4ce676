import { uploadLimits } from '@viva-voce/contract'

/** The files that join those chosen before, and what is said about the others. */
export interface Admission {
  kept: File[]
  problem: string | null
}

/** Admits files by their extension, the same file once, and at most 20 in all. */
export function admit(chosen: readonly File[], incoming: readonly File[]): Admission {
  const allowed = incoming.filter(hasAllowedExtension)
  const fresh = allowed.filter(
    (file, index) =>
      ![...chosen, ...allowed.slice(0, index)].some((other) => isSameFile(other, file)),
  )
  const kept = fresh.slice(0, Math.max(0, uploadLimits.files - chosen.length))
  return { kept, problem: problemOf(incoming.length - allowed.length, fresh.length - kept.length) }
}

function hasAllowedExtension({ name }: File): boolean {
  return uploadLimits.extensions.some((extension) => name.toLowerCase().endsWith(extension))
}

function isSameFile(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
}

function problemOf(wrongKind: number, tooMany: number): string | null {
  const sentences = []
  if (wrongKind > 0) sentences.push('Only .wav, .mp3, .m4a files are allowed')
  if (tooMany > 0) {
    const were = tooMany === 1 ? '1 was' : `${tooMany} were`
    sentences.push(`At most ${uploadLimits.files} files are kept; ${were} left out`)
  }
  return sentences.join('. ') || null
}

/** What the server would refuse about one file, as far as it shows here; null when nothing does. */
export function warnAbout({ size }: File, seconds: number | null): string | null {
  if (size === 0) return 'The file is empty'
  if (size > uploadLimits.fileBytes) return `Over ${uploadLimits.fileBytes / 2 ** 20} MB`
  if (seconds !== null && seconds > uploadLimits.decodedSeconds) {
    return `Over ${uploadLimits.decodedSeconds / 60} minutes`
  }
  return null
}
