export function scanSynthesis(pcm: { samples: Float32Array; sampleRateHz: number }, e: { seconds: number }) {
  const ok = Math.abs(pcm.samples.length / pcm.sampleRateHz - e.seconds) < 0.05 && pcm.samples.some((s) => Math.abs(s) > 0.01)
  return { passed: ok, signals: [] as { name: string; score: number; threshold: number; passed: boolean; explanation: string }[] }
}
