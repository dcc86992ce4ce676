/**
 * What can be wrong with audio that came from outside or with a wish about it.
 * `not_wav`: the bytes are no RIFF/WAVE file. `truncated`: the file ends before its own header says.
 * `unsupported_encoding`: a codec or depth we do not read. `unsupported_rate`: a sample rate out of range.
 * `too_long`: more audio than the limit, or than a RIFF file holds. `rate_mismatch`: joined pieces differ
 * in sample rate. `nothing_to_join`: an empty list has no sample rate. `not_audio`: content of no kind that
 * we take. `too_large`: more bytes than the limit. `damaged`: audio that decodes only in part or with errors.
 * `encoder_…`, `decoder_…`: ffmpeg is not installed, ended with an error, or ran out of its time.
 * `cancelled`: the caller's signal.
 */
export type AudioErrorCode =
  | 'not_wav'
  | 'truncated'
  | 'unsupported_encoding'
  | 'unsupported_rate'
  | 'too_long'
  | 'rate_mismatch'
  | 'nothing_to_join'
  | 'not_audio'
  | 'too_large'
  | 'damaged'
  | 'encoder_missing'
  | 'encoder_failed'
  | 'encoder_timeout'
  | 'decoder_missing'
  | 'decoder_failed'
  | 'decoder_timeout'
  | 'cancelled'

/** The only error this package throws; `code` is stable, `message` is for a log. */
export class AudioError extends Error {
  override readonly name = 'AudioError'
  readonly code: AudioErrorCode

  constructor(code: AudioErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
