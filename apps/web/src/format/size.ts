/** A number of bytes as people say it: `384 kB`, `1.2 MB` (of 1,024). */
export function formatSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  if (bytes < 1_024 * 1_000) return `${Math.round(bytes / 1_024)} kB`
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}
