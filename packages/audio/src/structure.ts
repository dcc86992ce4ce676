/**
 * Whether a file is all there by its own structure, for the containers whose headers do not tell its length
 * or from which ffmpeg quietly reads what is left.
 */
import { AudioError } from './error.ts'
import { type Container, hasFrames, id3Length, mp3FrameLength } from './sniff.ts'

/** Longest Ogg page: 27 bytes, 255 lengths, 255 × 255 bytes (RFC 3533, section 6). */
const MAX_OGG_PAGE_BYTES = 27 + 255 + 255 * 255
/** Bit of an Ogg page's sixth byte: the last page of its stream. */
const END_OF_STREAM = 4
/** ID3v1, APEv2, Lyrics3, appended ID3v2. */
const TRAILING_TAGS = ['TAG', 'APETAGEX', 'LYRICSBEGIN', 'ID3', '3DI']
const BOX_TYPE = /^[\x20-\x7e\xa9]{4}$/

/** Throws AudioError `damaged`, with what was found, for an Ogg, MP4 or MP3 file that is cut or has a hole. */
export function checkStructure(bytes: Buffer, container: Container): void {
  if (container === 'ogg') checkOggEnd(bytes)
  if (container === 'mp4') checkBoxes(bytes)
  if (container === 'mp3') checkFrames(bytes)
}

/** An Ogg file ends with a whole page that says it is the last. */
function checkOggEnd(bytes: Buffer): void {
  const tail = bytes.subarray(Math.max(0, bytes.length - MAX_OGG_PAGE_BYTES))
  const page = tail.subarray(Math.max(0, tail.lastIndexOf('OggS')))
  const segments = page[26] ?? 0
  const sizes = page.subarray(27, 27 + segments)
  const length = 27 + segments + sizes.reduce((sum, size) => sum + size, 0)
  const isEnd = ((page[5] ?? 0) & END_OF_STREAM) !== 0
  if (isEnd && page.length >= length) return
  throw new AudioError('damaged', 'the Ogg stream breaks off: its last page is not its end')
}

/** The boxes of an MP4 file follow each other up to its end (ISO/IEC 14496-12, section 4.2). */
function checkBoxes(bytes: Buffer): void {
  let at = 0
  while (at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const size = boxSize(bytes, at)
    if (size < 8 || size > bytes.length - at || !BOX_TYPE.test(type)) {
      const place = `at byte ${at} of ${bytes.length}`
      throw new AudioError('damaged', `the MP4 file breaks off or has a hole ${place}`)
    }
    at += size
  }
}

/** Size 1 means that 64 bits follow, size 0 that the box goes on to the end of the file. */
function boxSize(bytes: Buffer, at: number): number {
  const size = bytes.readUInt32BE(at)
  if (size === 0) return bytes.length - at
  if (size !== 1) return size
  return at + 16 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 8)) : 0
}

/** The frames of an MP3 file follow each other up to its end or a tag, and the last one is whole. */
function checkFrames(bytes: Buffer): void {
  let at = id3Length(bytes)
  if (!hasFrames(bytes, at)) return
  let length = mp3FrameLength(bytes, at)
  while (length > 0 && at + length <= bytes.length) {
    at += length
    length = mp3FrameLength(bytes, at)
  }
  const rest = bytes.subarray(at)
  const isTag = TRAILING_TAGS.some((tag) => rest.indexOf(tag, 0, 'latin1') === 0)
  if (isTag || rest.every((byte) => byte === 0)) return
  throw new AudioError('damaged', `the MP3 frames break off at byte ${at} of ${bytes.length}`)
}
