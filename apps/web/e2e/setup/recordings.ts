import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeWav } from '@viva-voce/audio'
import { findCatalogueVoice, speakWhole } from '@viva-voce/speech'

/** Somebody reads these; the embedded engine plays the talent. */
const texts = [
  'The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background.',
  'It is easy to tell the depth of a well. These days a chicken leg is a rare dish.',
  'Rice is often served in round bowls. The juice of lemons makes fine punch.',
]

/** Recordings of a stand-in talent as WAV files, in a folder that `remove` takes away again. */
export async function makeRecordings(): Promise<{ files: string[]; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'viva-voce-recordings-'))
  const { engine, engineVoice } = findCatalogueVoice('premium_en_us_002')!
  const files: string[] = []
  for (const [index, text] of texts.entries()) {
    const pcm = await speakWhole({ engine, voice: engineVoice, text })
    const file = join(folder, `reading-${index + 1}.wav`)
    writeFileSync(file, encodeWav(pcm))
    files.push(file)
  }
  return { files, remove: () => rmSync(folder, { recursive: true }) }
}
