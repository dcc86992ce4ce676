import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { createRealFft } from './fft.ts'

/** The discrete Fourier transform by its definition, bin `k`. */
function dftBin(x: Float32Array, k: number): [number, number] {
  let re = 0
  let im = 0
  for (let n = 0; n < x.length; n++) {
    const angle = (-2 * Math.PI * k * n) / x.length
    re += x[n]! * Math.cos(angle)
    im += x[n]! * Math.sin(angle)
  }
  return [re, im]
}

function ramp(size: number): Float32Array {
  return Float32Array.from({ length: size }, (_, n) => ((n * 7919) % 101) / 50.5 - 1)
}

describe('createRealFft', () => {
  test.each([32, 160, 192, 256, 1024])('%i samples agree with the definition', (size) => {
    const fft = createRealFft(size)
    const x = ramp(size)
    fft.time.set(x)
    fft.forward()
    const spectrum = fft.spectrum
    expect(spectrum[0]).toBeCloseTo(dftBin(x, 0)[0], 2)
    expect(spectrum[1]).toBeCloseTo(dftBin(x, size / 2)[0], 2)
    for (let k = 1; k < size / 2; k++) {
      const [re, im] = dftBin(x, k)
      expect(Math.hypot(spectrum[2 * k]! - re, spectrum[2 * k + 1]! - im)).toBeLessThan(0.01)
    }
  })

  test('inverse undoes forward', () => {
    const fft = createRealFft(160)
    const x = ramp(160)
    fft.time.set(x)
    fft.forward()
    fft.inverse()
    const worst = Math.max(...x.map((v, n) => Math.abs(v - fft.time[n]!)))
    expect(worst).toBeLessThan(1e-5)
  })

  test('two of one size do not share buffers', () => {
    const a = createRealFft(64)
    const b = createRealFft(64)
    a.time.fill(1)
    b.time.fill(2)
    a.forward()
    b.forward()
    expect([a.spectrum[0], b.spectrum[0]]).toEqual([64, 128])
  })

  test('views survive the growth of the memory behind them', () => {
    const fft = createRealFft(32)
    const others = Array.from({ length: 3 }, () => createRealFft(2 ** 20))
    expect(others).toHaveLength(3)
    fft.time.fill(1)
    fft.forward()
    expect(fft.spectrum[0]).toBeCloseTo(32)
  })

  test.each([0, 31, 33, 100, 224, 160.5, 2 ** 21])('refuses %d samples', (size) => {
    expect(() => createRealFft(size)).toThrow(RangeError)
  })

  test('loads in a worker thread', async () => {
    const source = `import { parentPort } from 'node:worker_threads'
      const { createRealFft } = await import(${JSON.stringify(new URL('./fft.ts', import.meta.url).href)})
      const fft = createRealFft(160); fft.time.fill(1); fft.forward(); parentPort.postMessage(fft.spectrum[0])`
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`))
    const dc = await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    await worker.terminate()
    expect(dc).toBeCloseTo(160)
  })
})
