const headerBytes = 44
const bytesPerSample = 2

/**
 * Writes mono samples (−1 to 1; more is cut off) as a WAV file of 16-bit PCM at `sampleRateHz`, with the
 * canonical 44-byte header.
 */
export function writeWav(samples: Float32Array, sampleRateHz: number): Uint8Array<ArrayBuffer> {
  const dataBytes = samples.length * bytesPerSample
  const bytes = new Uint8Array(headerBytes + dataBytes)
  const view = new DataView(bytes.buffer)
  const text = (at: number, letters: string) => {
    for (let i = 0; i < letters.length; i++) view.setUint8(at + i, letters.charCodeAt(i))
  }
  text(0, 'RIFF')
  view.setUint32(4, headerBytes - 8 + dataBytes, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRateHz, true)
  view.setUint32(28, sampleRateHz * bytesPerSample, true)
  view.setUint16(32, bytesPerSample, true)
  view.setUint16(34, bytesPerSample * 8, true)
  text(36, 'data')
  view.setUint32(40, dataBytes, true)
  for (const [i, sample] of samples.entries()) {
    const within = Math.max(-1, Math.min(1, sample))
    view.setInt16(headerBytes + i * bytesPerSample, Math.round(within * 32_767), true)
  }
  return bytes
}
