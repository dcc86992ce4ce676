/** What runs in the threads of the speech pool. Takes and returns plain data only. */
import { announceLoaded } from '../kit/work-thread.ts'

export { hearVoice } from './hear-voice.ts'
export { inspectRecording } from './inspect-recording.ts'
export { speakAndMark } from './speak-and-mark.ts'
export { streamMarked } from './stream-marked.ts'

announceLoaded()
