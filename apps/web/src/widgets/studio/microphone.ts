import { peakDb } from './take-check.ts'

/** Longer takes end by themselves, so that a forgotten one does not fill the memory. */
const maxTakeSeconds = 60

/** An open microphone. */
export interface Microphone {
  readonly sampleRateHz: number
  start(): void
  /** Ends the take and gives its samples. */
  stop(): Float32Array
  close(): void
}

export interface MicrophoneEvents {
  /** The level of the last block, about 20 ms of sound, in decibels of full scale. */
  onLevel: (db: number) => void
  /** The take has reached 60 s. */
  onFull: () => void
  /** It was unplugged, or taken away. */
  onLost: () => void
}

/** Opens the microphone without the processing that is meant for calls: a voice is learned as it sounds. */
export async function openMicrophone(events: MicrophoneEvents): Promise<Microphone> {
  if (!navigator.mediaDevices) throw new DOMException('not https', 'SecurityError')
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: {
      channelCount: 1,
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: false,
    },
  })
  const close = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    return await capture(stream, events, close)
  } catch (error) {
    close()
    throw error
  }
}

async function capture(
  stream: MediaStream,
  { onLevel, onFull, onLost }: MicrophoneEvents,
  close: () => void,
): Promise<Microphone> {
  const audio = new AudioContext()
  await audio.audioWorklet.addModule('/capture-worklet.js')
  const { sampleRate } = audio
  let take: Float32Array[] | null = null
  let length = 0
  const node = new AudioWorkletNode(audio, 'capture', { numberOfOutputs: 0 })
  node.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
    onLevel(peakDb(data))
    if (!take || length >= maxTakeSeconds * sampleRate) return
    take.push(data)
    length += data.length
    if (length >= maxTakeSeconds * sampleRate) onFull()
  }
  audio.createMediaStreamSource(stream).connect(node)
  stream.getAudioTracks()[0]?.addEventListener('ended', onLost)
  return {
    sampleRateHz: sampleRate,
    start() {
      take = []
      length = 0
    },
    stop() {
      const samples = new Float32Array(length)
      let at = 0
      for (const block of take ?? []) {
        samples.set(block, at)
        at += block.length
      }
      take = null
      return samples
    },
    close() {
      close()
      void audio.close()
    },
  }
}

/** Why the microphone cannot be used, and what to do. */
export function microphoneSentence(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') {
    return 'The browser does not let this page use the microphone. Allow it in the site settings beside the address, then turn it on again. You can also record elsewhere and choose the files below.'
  }
  if (name === 'NotFoundError') return 'No microphone was found. Plug one in and try again.'
  if (name === 'NotReadableError') {
    return 'The microphone cannot be opened; another program may be using it. Close that and try again.'
  }
  if (name === 'SecurityError') {
    return 'Browsers give a page the microphone over https only. Record elsewhere and choose the files below.'
  }
  return 'The microphone could not be started. Record elsewhere and choose the files below.'
}
