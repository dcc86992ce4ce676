/**
 * Makes packages/forensics/speaker-model.bin: speaks sentences in 280 made-up voices, as recorded under many
 * conditions, and learns from them how voices differ. Needs espeak-ng 1.51; takes about ten minutes. The same engines
 * give the same bytes. A new model needs a new SPEAKER_MODEL_VERSION, and thresholds chosen anew (bench/forensics).
 * Usage: node scripts/speaker-model/main.ts [file]
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { concatenate, type Pcm } from '../../packages/audio/index.ts'
import { speechFrames } from '../../packages/forensics/src/speaker/features.ts'
import { encodeSpeakerModel } from '../../packages/forensics/src/speaker/model.ts'
import { createRandom } from '../../packages/speech/src/conversion/random.ts'
import { type Clip, learnModel } from './learn-model.ts'
import { inSession } from './session.ts'
import { makeSpeakers, say, sentencesOf } from './voices.ts'

const SEED = 1
const UTTERANCES = 6

const file =
  process.argv[2] ?? join(import.meta.dirname, '../../packages/forensics/speaker-model.bin')
const clips: Clip[] = []
const sentences = sentencesOf('training')
const random = createRandom(SEED + 100)
const draw = <T>(from: readonly T[]): T => from[Math.floor(random.uniform() * from.length)]!
for (const speaker of makeSpeakers('training', { flite: 70, espeak: 210 }, SEED)) {
  for (let i = 0; i < UTTERANCES; i++) {
    const language = speaker.engine === 'flite' ? draw(['en']) : draw([...sentences.keys()])
    const speed = 0.75 + 0.75 * random.uniform()
    const texts = [0, 1].map(() => draw(sentences.get(language)!))
    const parts: Pcm[] = []
    // espeak-ng starts a process for each, so it says both at once.
    for (const text of speaker.engine === 'flite' ? texts : [texts.join(' ')]) {
      parts.push(await say(speaker, text, language, speed))
    }
    const { rows, count } = speechFrames(inSession(concatenate(parts), random))
    clips.push({ speaker: speaker.id, rows, count })
  }
  if (clips.length % 120 === 0) console.log(`${clips.length} utterances spoken`)
}
const bytes = encodeSpeakerModel(learnModel(clips, (step) => console.log(step)))
writeFileSync(file, bytes)
console.log(`${file}: ${bytes.length} bytes`)
