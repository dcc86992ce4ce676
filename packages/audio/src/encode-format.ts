/** The formats that speech leaves in, and how ffmpeg is asked for each. */

/** The rate of all encoded audio, in hertz; MP3 (MPEG-2), Opus and AAC all take it as it is. */
export const ENCODED_SAMPLE_RATE_HZ = 24_000

export const AUDIO_FORMATS = ['wav', 'mp3', 'opus', 'aac', 'flac', 'pcm'] as const
export type AudioFormat = (typeof AUDIO_FORMATS)[number]

/** How a format is named outside. */
export interface Naming {
  contentType: string
  /** Without the dot. */
  extension: string
}

/** A format that ffmpeg makes. */
export interface FfmpegFormat extends Naming {
  /** What ffmpeg is fed: floats for the lossy ones, for FLAC our own dithered 16 bits. */
  input: 'f32le' | 's16le'
  codec: readonly string[]
  container: readonly string[]
  /** Who writes the tags: ffmpeg into its container, or we, as an ID3 tag before the first frame. */
  tags: 'mp4' | 'vorbis' | 'id3'
}

/**
 * Bit rates for mono speech at 24 kHz: where listening tests no longer tell it from the original
 * (Opus: RFC 6716 section 2.1.1 names 28..40 kb/s for fullband speech; MP3 and ffmpeg's own AAC need
 * about twice), and room for the watermark.
 */
const MP3 = ['-c:a', 'libmp3lame', '-b:a', '96k']
const OPUS = ['-c:a', 'libopus', '-b:a', '48k', '-application', 'audio']
const AAC = ['-c:a', 'aac', '-b:a', '96k']
const FLAC = ['-c:a', 'flac', '-compression_level', '5']

/** Raw formats that need no ffmpeg. */
export const IN_PROCESS: Readonly<Record<'wav' | 'pcm', Naming>> = {
  wav: { contentType: 'audio/wav', extension: 'wav' },
  pcm: { contentType: 'audio/pcm', extension: 'pcm' },
}

/** Whole files: each container can go back and fill in its length and its gapless padding. */
export const WHOLE: Readonly<Record<'mp3' | 'opus' | 'aac' | 'flac', FfmpegFormat>> = {
  mp3: {
    contentType: 'audio/mpeg',
    extension: 'mp3',
    input: 'f32le',
    codec: MP3,
    container: ['-f', 'mp3', '-id3v2_version', '0', '-write_id3v1', '0', '-write_xing', '1'],
    tags: 'id3',
  },
  opus: {
    contentType: 'audio/ogg; codecs=opus',
    extension: 'opus',
    input: 'f32le',
    codec: OPUS,
    container: ['-f', 'ogg'],
    tags: 'vorbis',
  },
  aac: {
    contentType: 'audio/mp4',
    extension: 'm4a',
    input: 'f32le',
    codec: AAC,
    container: ['-f', 'ipod', '-movflags', '+faststart'],
    tags: 'mp4',
  },
  flac: {
    contentType: 'audio/flac',
    extension: 'flac',
    input: 's16le',
    codec: FLAC,
    container: ['-f', 'flac'],
    tags: 'vorbis',
  },
}

/** The same, playable from the first bytes on: no seeking back, short pages, AAC in ADTS frames. */
export const STREAMED: Readonly<Record<'mp3' | 'opus' | 'aac' | 'flac', FfmpegFormat>> = {
  mp3: {
    ...WHOLE.mp3,
    container: ['-f', 'mp3', '-id3v2_version', '0', '-write_id3v1', '0', '-write_xing', '0'],
  },
  opus: { ...WHOLE.opus, container: ['-f', 'ogg', '-page_duration', '100000'] },
  aac: {
    ...WHOLE.aac,
    contentType: 'audio/aac',
    extension: 'aac',
    container: ['-f', 'adts'],
    tags: 'id3',
  },
  flac: WHOLE.flac,
}

/** ffmpeg's arguments from raw mono audio on its standard input to `target`, the same bytes every time. */
export function encoderArguments(
  format: FfmpegFormat,
  metadata: readonly string[],
  target: string,
): string[] {
  const rate = String(ENCODED_SAMPLE_RATE_HZ)
  return [
    ...['-v', 'error', '-nostdin', '-protocol_whitelist', 'file,pipe'],
    // Raw audio needs no probing, which would hold the first sentence back (and `nobuffer` would lose it).
    ...['-probesize', '32', '-analyzeduration', '0'],
    ...['-f', format.input, '-ar', rate, '-ac', '1', '-i', 'pipe:0'],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact', '-threads', '1'],
    ...metadata,
    ...format.codec,
    ...['-flush_packets', '1'],
    ...format.container,
    ...['-y', target],
  ]
}
