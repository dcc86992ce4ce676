import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { concatenate, encodeWav, type Pcm } from '@viva-voce/audio'
import { flite, readingScript } from '@viva-voce/speech'

/** The fewest sentences of the script that train, with one to measure on. */
const sentenceCount = 6

export interface Recordings {
  /** The first sentences of the English script, `01.wav` and so on. */
  script: string[]
  /** The same without numbers in their names, three sentences a file. */
  free: string[]
  remove(): void
}

/** What a stand-in talent has recorded: an embedded voice that nothing is trained from. */
export async function makeRecordings(): Promise<Recordings> {
  const folder = mkdtempSync(join(tmpdir(), 'viva-voce-recordings-'))
  const keep = (name: string, pcm: Pcm) => {
    writeFileSync(join(folder, name), encodeWav(pcm))
    return join(folder, name)
  }
  const spoken: Pcm[] = []
  for (const text of readingScript('en-US')!.slice(0, sentenceCount)) spoken.push(await speak(text))
  return {
    script: spoken.map((pcm, index) => keep(`0${index + 1}.wav`, pcm)),
    free: [0, 3].map((from) =>
      keep(`reading-${from}.wav`, concatenate(spoken.slice(from, from + 3))),
    ),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

async function speak(text: string): Promise<Pcm> {
  const units: Pcm[] = []
  for await (const { pcm } of flite.speak({ text, voice: 'kal16', speed: 1 })) units.push(pcm)
  return concatenate(units)
}
