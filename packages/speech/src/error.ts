/**
 * `engine_failed`: the engine crashed or gave no audio it should have. `unknown_voice`: no such voice in
 * this engine. `cancelled`: the caller's signal was aborted. `no_speech`: the text has nothing to say aloud.
 * `unsound`: what the engine made of it is silent or clipped. `busy`: too many requests wait for the voice.
 * `voice_down`: it fails again and again and is being restarted.
 */
export type SpeechErrorCode =
  | 'engine_failed'
  | 'unknown_voice'
  | 'cancelled'
  | 'no_speech'
  | 'unsound'
  | 'busy'
  | 'voice_down'

/** The only error that speaking throws for what callers and engines do; `code` is stable. */
export class SpeechError extends Error {
  override readonly name = 'SpeechError'
  readonly code: SpeechErrorCode

  constructor(code: SpeechErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
