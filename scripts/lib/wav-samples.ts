/**
 * Adds a signal to a WAV file in place: every channel, in the file's own sample format, with all else in the file
 * as it was. `decodeWav` has read the file before, so its structure is sound.
 */

/** Where the samples of a WAV file lie, and of which kind they are. */
interface Layout {
  at: number
  frames: number
  channels: number
  sampleBytes: number
  float: boolean
}

const FORMAT_FLOAT = 3
const FORMAT_EXTENSIBLE = 0xfffe

/**
 * A copy of `bytes` with `signal` (−1 to 1, one value a frame) added to each channel. Samples to which 0 is added
 * keep their bits; integers are rounded and kept within their range.
 */
export function addToWav(bytes: Uint8Array, signal: Float32Array): Uint8Array {
  const out = bytes.slice()
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength)
  const layout = layoutOf(view)
  const { at, channels, sampleBytes } = layout
  const frames = Math.min(layout.frames, signal.length)
  for (let frame = 0; frame < frames; frame++) {
    if (signal[frame] === 0) continue
    for (let channel = 0; channel < channels; channel++) {
      addAt(view, at + (frame * channels + channel) * sampleBytes, layout, signal[frame]!)
    }
  }
  return out
}

function addAt(view: DataView, at: number, { float, sampleBytes }: Layout, value: number): void {
  if (float) addFloat(view, at, sampleBytes, value)
  else addInteger(view, at, sampleBytes, value)
}

function addFloat(view: DataView, at: number, size: number, value: number): void {
  if (size === 4) view.setFloat32(at, view.getFloat32(at, true) + value, true)
  else view.setFloat64(at, view.getFloat64(at, true) + value, true)
}

function addInteger(view: DataView, at: number, size: number, value: number): void {
  const top = 2 ** (8 * size - 1)
  const sum = readInteger(view, at, size) + Math.round(value * top)
  writeInteger(view, at, size, Math.max(-top, Math.min(top - 1, sum)))
}

/** Signed; 8-bit WAV is unsigned with its zero at 128. */
function readInteger(view: DataView, at: number, size: number): number {
  if (size === 1) return view.getUint8(at) - 128
  if (size === 2) return view.getInt16(at, true)
  if (size === 3) return view.getUint16(at, true) + view.getInt8(at + 2) * 65_536
  return view.getInt32(at, true)
}

function writeInteger(view: DataView, at: number, size: number, value: number): void {
  if (size === 1) view.setUint8(at, value + 128)
  else if (size === 2) view.setInt16(at, value, true)
  else if (size === 3) {
    view.setUint16(at, value & 0xffff, true)
    view.setInt8(at + 2, value >> 16)
  } else view.setInt32(at, value, true)
}

function layoutOf(view: DataView): Layout {
  let layout: Layout = { at: 0, frames: 0, channels: 1, sampleBytes: 2, float: false }
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const id = String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))
    const size = Math.min(view.getUint32(at + 4, true), view.byteLength - at - 8)
    if (id === 'fmt ') {
      const tag = view.getUint16(at + 8, true)
      const kind = tag === FORMAT_EXTENSIBLE ? view.getUint16(at + 32, true) : tag
      const channels = view.getUint16(at + 10, true)
      const sampleBytes = view.getUint16(at + 20, true) / channels
      layout = { ...layout, channels, sampleBytes, float: kind === FORMAT_FLOAT }
    }
    if (id === 'data') {
      const frames = Math.floor(size / (layout.channels * layout.sampleBytes))
      return { ...layout, at: at + 8, frames }
    }
    at += 8 + size + (size % 2)
  }
  return layout
}
