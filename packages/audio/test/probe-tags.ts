import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** All tags of a file, by ffprobe, with lower-case names. */
export function probeTags(bytes: Uint8Array, extension: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'vv-audio-test-'))
  try {
    const path = join(folder, `file.${extension}`)
    writeFileSync(path, bytes)
    const args = ['-v', 'error', '-show_entries', 'format_tags:stream_tags', '-of', 'json', path]
    const answer = JSON.parse(spawnSync('ffprobe', args).stdout.toString())
    const tags = { ...answer.streams[0].tags, ...answer.format.tags } as Record<string, string>
    return Object.fromEntries(Object.entries(tags).map(([key, tag]) => [key.toLowerCase(), tag]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
