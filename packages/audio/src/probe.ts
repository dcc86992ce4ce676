/** What ffprobe finds in a file's headers. */
import { type ChildLimits, runChild } from './child.ts'
import { AudioError } from './error.ts'
import type { Container } from './sniff.ts'

const MAX_JSON_BYTES = 1_000_000
/** The largest single piece of memory that a header may make ffmpeg take. */
const MAX_ALLOC_BYTES = 256 * 2 ** 20

/** Our kinds in ffmpeg's names: naming the demuxer keeps playlists and other kinds that read further files out. */
const DEMUXERS: Readonly<Record<Container, string>> = {
  wav: 'wav',
  mp3: 'mp3',
  mp4: 'mov',
  ogg: 'ogg',
  flac: 'flac',
  matroska: 'matroska',
}

/** The first audio track by its headers. */
export interface Probed {
  /** ffmpeg's name of the codec. */
  codec: string
  channels: number
  sampleRateHz: number
  /** What the container says of its length; undefined when it does not say (a live recording, a bare MP3). */
  containerSeconds: number | undefined
}

/** Arguments before a file, for ffmpeg and ffprobe alike: only this file, only of this kind. */
export function inputArguments(container: Container): string[] {
  const kind = ['-protocol_whitelist', 'file,pipe', '-f', DEMUXERS[container]]
  return ['-max_alloc', String(MAX_ALLOC_BYTES), ...kind]
}

/**
 * Reads the headers of a file of a known kind. Throws AudioError `damaged` when they cannot be read,
 * `not_audio` when there is no audio track, and what the child throws (`decoder_missing`, …).
 */
export async function probe(
  path: string,
  container: Container,
  limits: ChildLimits,
): Promise<Probed> {
  const wanted = 'stream=codec_type,codec_name,channels,sample_rate,duration:format=duration'
  const show = ['-select_streams', 'a:0', '-show_entries', wanted, '-of', 'json']
  const args = ['-v', 'warning', ...inputArguments(container), ...show, `file:${path}`]
  const end = await runChild('ffprobe', args, new Uint8Array(0), {
    ...limits,
    maxOutputBytes: MAX_JSON_BYTES,
  })
  if (end.exitCode !== 0) {
    throw new AudioError(
      'damaged',
      `a ${container} file with unreadable headers: ${end.errorLines[0]}`,
    )
  }
  const isGuessed = end.errorLines.some((line) => line.includes('Estimating duration'))
  return read(JSON.parse(end.output.toString()) as ProbeAnswer, isGuessed)
}

interface ProbeAnswer {
  streams?: { codec_name?: string; channels?: number; sample_rate?: string; duration?: string }[]
  format?: { duration?: string }
}

function read(answer: ProbeAnswer, isGuessed: boolean): Probed {
  const stream = answer.streams?.[0]
  if (!stream) throw new AudioError('not_audio', 'no audio track')
  const sampleRateHz = Number(stream.sample_rate)
  if (!stream.codec_name || !stream.channels || !(sampleRateHz > 0)) {
    throw new AudioError('damaged', 'an audio track whose format cannot be told')
  }
  const seconds = Number(stream.duration ?? answer.format?.duration)
  return {
    codec: stream.codec_name,
    channels: stream.channels,
    sampleRateHz,
    containerSeconds: isGuessed || !Number.isFinite(seconds) ? undefined : seconds,
  }
}
