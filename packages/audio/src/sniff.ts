/** What a file is by its first bytes, whatever its name says. */

/** Kinds of file that are decoded. `mp4` is M4A and MP4 video with sound, `matroska` is WebM too. */
export const CONTAINERS = ['wav', 'mp3', 'mp4', 'ogg', 'flac', 'matroska'] as const
export type Container = (typeof CONTAINERS)[number]

/** As many first bytes as `sniffContainer` may look at; a longer ID3 tag (a picture) is taken for an MP3's. */
export const SNIFF_BYTES = 65_536

/** MPEG audio layer III bit rates in kb/s by index (ISO 11172-3 table 2.4.2.3; ISO 13818-3 for the low rates). */
const MPEG_1_KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const MPEG_2_KBPS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
/** The id of the element that begins Matroska and WebM (RFC 8794, section 11.2.1). */
const EBML = '\x1a\x45\xdf\xa3'
const MPEG_1_RATES_HZ = [44_100, 48_000, 32_000]

/** The container that these first bytes begin, or undefined for anything that we do not decode. */
export function sniffContainer(head: Uint8Array): Container | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (['RIFF', 'RF64'].includes(text(0, 4)) && text(8, 12) === 'WAVE') return 'wav'
  if (text(0, 4) === 'fLaC') return 'flac'
  if (text(0, 4) === 'OggS') return 'ogg'
  if (text(4, 8) === 'ftyp') return 'mp4'
  if (text(0, 4) === EBML) return 'matroska'
  const start = id3Length(bytes)
  if (text(start, start + 4) === 'fLaC') return 'flac'
  const isBeyond = start > 0 && start >= bytes.length
  return isBeyond || hasFrames(bytes, start) ? 'mp3' : undefined
}

/** Bytes of an ID3v2 tag at the start, 0 for none. */
export function id3Length(bytes: Buffer): number {
  if (bytes.length < 10 || bytes.toString('latin1', 0, 3) !== 'ID3') return 0
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (bytes[at]! & 0x7f), 0)
  return 10 + size
}

/** Two layer III frames in a row: one alone is found in any data. */
export function hasFrames(bytes: Buffer, at: number): boolean {
  const first = mp3FrameLength(bytes, at)
  if (first === 0) return false
  const next = at + first
  return next + 4 > bytes.length || mp3FrameLength(bytes, next) > 0
}

/** Bytes of the MPEG audio layer III frame at this place, 0 when there is none. */
export function mp3FrameLength(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return 0
  const version = (bytes[at + 1]! >> 3) & 3
  const isLayer3 = (bytes[at + 1]! & 0xe6) === 0xe2
  const isMpeg1 = version === 3
  const kbps = (isMpeg1 ? MPEG_1_KBPS : MPEG_2_KBPS)[bytes[at + 2]! >> 4]
  const rate = MPEG_1_RATES_HZ[(bytes[at + 2]! >> 2) & 3]
  if (!isLayer3 || version === 1 || !kbps || !rate) return 0
  const rateHz = isMpeg1 ? rate : version === 2 ? rate / 2 : rate / 4
  const padding = (bytes[at + 2]! >> 1) & 1
  return Math.floor(((isMpeg1 ? 144_000 : 72_000) * kbps) / rateHz) + padding
}
