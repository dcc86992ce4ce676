import { describe, expect, it } from 'vitest'
import { trackF0 } from './f0.ts'
import { RATE_HZ } from './frames.ts'
import { createRandom } from './random.ts'
import { sayFlite } from './spoken.testing.ts'

/** Harmonics up to 7 kHz, each weaker by its number; F0 in hertz by time in seconds. */
function tone(pitch: (seconds: number) => number, seconds = 0.5): Float32Array {
  const samples = new Float32Array(seconds * RATE_HZ)
  let phase = 0
  for (let i = 0; i < samples.length; i++) {
    const hertz = pitch(i / RATE_HZ)
    phase += (2 * Math.PI * hertz) / RATE_HZ
    for (let h = 1; h * hertz < 7000; h++) samples[i]! += (0.2 / h) * Math.sin(h * phase)
  }
  return samples
}

describe('F0', () => {
  it.each([70, 100, 150, 233, 320, 440])('of a tone of %i Hz is right within 0.5 %%', (hertz) => {
    const f0 = trackF0(tone(() => hertz)).slice(8, -8)
    for (const value of f0) expect(Math.abs(value / hertz - 1)).toBeLessThan(0.005)
  })

  it('follows a glide without jumping an octave', () => {
    const f0 = trackF0(tone((t) => 110 + 110 * t, 1))
    for (let t = 10; t < 190; t++)
      expect(Math.abs(f0[t]! / (110 + 0.55 * t) - 1)).toBeLessThan(0.02)
  })

  it('is 0 in noise, in silence and for one sample', () => {
    const random = createRandom(7)
    const noise = Float32Array.from({ length: 8000 }, () => 0.1 * random.normal())
    const voiced = trackF0(noise).filter((hertz) => hertz > 0)
    expect(voiced.length).toBeLessThan(5)
    expect(trackF0(new Float32Array(800))).toEqual(new Float32Array(10))
    expect(trackF0(new Float32Array([0.5]))).toEqual(new Float32Array(1))
    expect(trackF0(new Float32Array(0))).toHaveLength(0)
  })

  it.each([
    ['slt', 174],
    ['rms', 100],
  ])('of flite %s lies about %i Hz', async (voice, hertz) => {
    const { samples } = await sayFlite(voice, 'The old ferry crosses the bay before breakfast.')
    const voiced = trackF0(samples).filter((value) => value > 0)
    const middle = voiced.sort()[voiced.length >> 1]!
    expect(Math.abs(12 * Math.log2(middle / hertz))).toBeLessThan(2)
    const far = voiced.filter((value) => Math.abs(Math.log2(value / middle)) > 0.6)
    expect(far.length / voiced.length).toBeLessThan(0.03)
  })
})
