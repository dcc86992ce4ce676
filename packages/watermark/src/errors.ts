/** Why a watermark call was refused. */
export type WatermarkErrorCode = 'too_short_or_quiet' | 'bad_key' | 'bad_payload' | 'bad_audio'

/** The one error of this package; `code` is stable. */
export class WatermarkError extends Error {
  readonly code: WatermarkErrorCode

  constructor(code: WatermarkErrorCode, message: string) {
    super(message)
    this.name = 'WatermarkError'
    this.code = code
  }
}
