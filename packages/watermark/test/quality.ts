import { createRealFft, type Pcm } from '@viva-voce/audio'

const fft = createRealFft(480)
const SEGMENT = 480

/** Mean over 20 ms segments with sound of the SNR in dB, each kept within −10 to 35 (Hansen and Pellom 1998), at 24 kHz. */
export function segmentalSnrDb(host: Pcm, marked: Pcm): number {
  return meanOverSegments(host, (start) => {
    const noise = energy(marked, start, host)
    const snr = 10 * Math.log10(energy(host, start) / Math.max(noise, 1e-12))
    return Math.min(35, Math.max(-10, snr))
  })
}

/** Mean over 20 ms segments with sound of the RMS difference of the log spectra to 7 kHz, in dB, at 24 kHz. */
export function logSpectralDistanceDb(host: Pcm, marked: Pcm): number {
  return meanOverSegments(host, (start) => {
    const a = logSpectrum(host, start)
    const b = logSpectrum(marked, start)
    return Math.sqrt(a.reduce((sum, value, k) => sum + (value - b[k]!) ** 2, 0) / a.length)
  })
}

function meanOverSegments(host: Pcm, measure: (start: number) => number): number {
  let sum = 0
  let count = 0
  for (let start = 0; start + SEGMENT <= host.samples.length; start += SEGMENT) {
    if (energy(host, start) < 1e-5 * SEGMENT) continue
    sum += measure(start)
    count++
  }
  return sum / count
}

function energy(pcm: Pcm, start: number, less?: Pcm): number {
  let sum = 0
  for (let n = start; n < start + SEGMENT; n++) {
    sum += (pcm.samples[n]! - (less ? less.samples[n]! : 0)) ** 2
  }
  return sum
}

function logSpectrum({ samples }: Pcm, start: number): Float32Array {
  for (let n = 0; n < SEGMENT; n++) {
    fft.time[n] = samples[start + n]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / SEGMENT))
  }
  fft.forward()
  const { spectrum } = fft
  const bins = Math.round((7_000 * SEGMENT) / 24_000)
  return Float32Array.from({ length: bins }, (_, i) => {
    const k = i + 1
    return 10 * Math.log10(spectrum[2 * k]! ** 2 + spectrum[2 * k + 1]! ** 2 + 1e-6)
  })
}
