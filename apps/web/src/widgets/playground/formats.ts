import type { AudioFormat } from '@viva-voce/contract'

/** The formats that a browser plays; raw samples are for programs. */
export const formats: { value: AudioFormat; label: string }[] = [
  { value: 'wav', label: 'WAV' },
  { value: 'mp3', label: 'MP3' },
  { value: 'opus', label: 'Opus (Ogg)' },
  { value: 'aac', label: 'AAC (M4A)' },
  { value: 'flac', label: 'FLAC' },
]
