/** Texts and their speech by the engines that come with the product and espeak-ng, the same at every run. */
import { concatenate, type Pcm } from '@viva-voce/audio'
import { espeak, flite } from '@viva-voce/speech'
import { seeded } from '../../packages/watermark/test/speech-like.ts'

const words =
  `the a and of to in is was he for it with as his on be at by had not are but from or have an they
 which one you were her all she there would their we him been has when who will more no if out so said what up its
 about into than them can only other new some could time these two may then do first any my now such like our over
 man me even most made after also did many before must through back years where much your way well down should
 because each just those people how too little state good very make world still own see men work long get here
 between both life being under never day same another know while last might us great old year off come since against
 go came right used take three ferry harbour morning lighthouse letters table window evening wind boats home early
 river mountain engine coffee market garden winter summer children music station train silver golden quiet bright
 yesterday tomorrow seven eleven hundred thousand licence voice payment office meeting report customer service order
 number please press welcome chapter story dragon castle forest ocean battle weather forecast degrees traffic minutes
 percent breaking news podcast episode sponsor exclusive offer discount`.split(/\s+/)

const engines = espeak.isAvailable?.() ? [espeak, espeak, espeak, flite] : [flite]

/** Clip number `i`: 3 to 25 words, most of them short. `salt` gives other clips than those of the registry. */
export async function clipOf(i: number, salt = 0): Promise<Pcm> {
  const random = seeded(i * 7_919 + salt)
  const count = 3 + Math.floor(random() ** 2 * 23)
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const text = `${Array.from({ length: count }, () => any(words)).join(' ')}.`
  const engine = any(engines)
  const voice = any(engine.voices)
  const units: Pcm[] = []
  for await (const { pcm } of engine.speak({ text, voice, speed: 0.9 + 0.2 * random() })) {
    units.push(pcm)
  }
  return concatenate(units)
}
