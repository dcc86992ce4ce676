/** What an encoded file says of itself, in the words of each container. */
import { DIGITAL_SOURCE_BASE, type DigitalSourceType, type WavInfo } from './wav-format.ts'
import { xmpPacket } from './xmp.ts'

/** Tags are for people; longer ones would only carry other things. */
const MAX_TEXT_LENGTH = 1_000
/** In every file that can hold a comment, first in it (EU AI Act, Regulation 2024/1689, Art. 50(2)). */
export const AI_NOTICE = 'AI-generated speech.'

/** ffmpeg's generic names (libavformat, "metadata API"), which it writes as the container's own. */
const FFMPEG_KEYS: Readonly<Record<keyof WavInfo, string>> = {
  title: 'title',
  artist: 'artist',
  comment: 'comment',
  copyright: 'copyright',
  software: 'encoder',
  created: 'date',
  source: 'source',
  subject: 'subject',
  keywords: 'keywords',
  genre: 'genre',
  link: 'license',
}

/** ID3v2.4.0 native frames, section 4.2; what has none of its own is a TXXX. */
const ID3_FRAMES: Readonly<Partial<Record<keyof WavInfo, string>>> = {
  title: 'TIT2',
  artist: 'TPE1',
  copyright: 'TCOP',
  software: 'TSSE',
  created: 'TDRC',
  genre: 'TCON',
}
const UTF_8 = 3

/** The metadata without control characters and endless texts, and with the notice in its comment. */
export function completeMetadata(metadata: WavInfo): WavInfo {
  const entries = Object.entries(metadata).map(([field, text]) => [field, plain(text ?? '')])
  const cleaned: WavInfo = Object.fromEntries(entries.filter(([, text]) => text))
  const said = /\bAI-generated\b/i.test(cleaned.comment ?? '')
  const comment = said ? cleaned.comment : `${AI_NOTICE} ${cleaned.comment ?? ''}`.trim()
  return { ...cleaned, comment }
}

function plain(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_TEXT_LENGTH)
    .toWellFormed()
    .trim()
}

/** Where the kind of source stands: MP4 has a description, which in Vorbis tags would be the comment. */
const SOURCE_KEYS = { mp4: 'description', vorbis: 'DIGITALSOURCETYPE' } as const

/** Arguments that make ffmpeg write MP4 (iTunes) or Vorbis tags. */
export function metadataArguments(
  info: WavInfo,
  source: DigitalSourceType | undefined,
  kind: keyof typeof SOURCE_KEYS,
): string[] {
  const tags = Object.entries(info).map(([field, text]) => {
    return `${FFMPEG_KEYS[field as keyof WavInfo]}=${text}`
  })
  if (source) tags.push(`${SOURCE_KEYS[kind]}=${DIGITAL_SOURCE_BASE}${source}`)
  return tags.flatMap((tag) => ['-metadata', tag])
}

/**
 * An ID3v2.4.0 tag (https://id3.org/id3v2.4.0-structure) to stand before MP3 or ADTS frames. Our own, since
 * ffmpeg writes the comment as TXXX, which players do not show; XMP as in Adobe's specification, part 3.
 */
export function id3Tag(info: WavInfo, source: DigitalSourceType | undefined): Uint8Array {
  const frames = Object.entries(info).map(([field, text]) => id3Text(field as keyof WavInfo, text))
  if (source) frames.push(id3Frame('PRIV', [Buffer.from('XMP\0'), xmpPacket(source, info)]))
  const body = Buffer.concat(frames)
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), syncSafe(body.length), body])
}

function id3Text(field: keyof WavInfo, text: string): Buffer {
  const encoding = Buffer.from([UTF_8])
  if (field === 'comment') return id3Frame('COMM', [encoding, Buffer.from(`eng\0${text}`)])
  // A link frame has no encoding (section 4.3).
  if (field === 'link') return id3Frame('WCOP', [Buffer.from(encodeURI(text), 'latin1')])
  const frame = ID3_FRAMES[field]
  if (frame) return id3Frame(frame, [encoding, Buffer.from(text)])
  return id3Frame('TXXX', [encoding, Buffer.from(`${field.toUpperCase()}\0${text}`)])
}

function id3Frame(id: string, parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(id), syncSafe(body.length), Buffer.from([0, 0]), body])
}

/** 28 bits in four bytes whose top bit is 0, so that no size looks like the start of an MPEG frame. */
function syncSafe(size: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f))
}
