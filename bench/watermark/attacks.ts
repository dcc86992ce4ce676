/** What is done to a marked file, by the names of the report. */
import type { Pcm } from '../../packages/audio/index.ts'
import { coded, filtered, hasEncoder, hasSox, soxed } from './programs.ts'
import {
  type Attack,
  clipped,
  cropped,
  mapped,
  spliced,
  throughRate,
  trimmed,
  withMusic,
  withPinkNoise,
  withSilence,
  withWhiteNoise,
} from './sounds.ts'

export type Group = 'core' | 'harder' | 'extra'

export interface NamedAttack {
  name: string
  group: Group
  run: Attack
  /** An encoder of ffmpeg without which it cannot be run. */
  encoder?: string
  sox?: boolean
  /** Depends on our own embedder, so that its result must not be kept. */
  fresh?: boolean
}

/** Marks a marked clip again with another number; given by the bench, since it needs the embedder. */
export type MarkAgain = Attack

const CENTS_PER_PERCENT = 17.3
const all =
  (...attacks: Attack[]): Attack =>
  (pcm) =>
    attacks.reduce((sound: Pcm, attack) => attack(sound), pcm)
const mp3 = (kbps: number) => coded('mp3', '-c:a', 'libmp3lame', '-b:a', `${kbps}k`)
const aac = (kbps: number) => coded('m4a', '-c:a', 'aac', '-b:a', `${kbps}k`)
const opus = (kbps: number) => coded('opus', '-c:a', 'libopus', '-b:a', `${kbps}k`)
const signed = (value: number) => `${value > 0 ? '+' : '−'}${Math.abs(value)} %`

function table(markAgain: MarkAgain): NamedAttack[] {
  const core = (name: string, run: Attack, needs = {}) =>
    ({ name, group: 'core', run, ...needs }) as NamedAttack
  const harder = (name: string, run: Attack, needs = {}) =>
    ({ name, group: 'harder', run, ...needs }) as NamedAttack
  const extra = (name: string, run: Attack, needs = {}) =>
    ({ name, group: 'extra', run, ...needs }) as NamedAttack
  const sox = { sox: true }
  const needs = (encoder: string) => ({ encoder })
  const speed = (percent: number) => soxed(`speed ${1 + percent / 100}`)
  const stretch = (percent: number) => soxed(`tempo -s ${1 + percent / 100}`)
  const pitch = (percent: number) => soxed(`pitch ${CENTS_PER_PERCENT * percent}`)
  return [
    core('none', (pcm) => pcm),
    ...[128, 64, 32].map((kbps) => core(`MP3 ${kbps}k`, mp3(kbps), needs('libmp3lame'))),
    ...[64, 32].map((kbps) => core(`AAC ${kbps}k`, aac(kbps), needs('aac'))),
    ...[32, 24].map((kbps) => core(`Opus ${kbps}k`, opus(kbps), needs('libopus'))),
    core('Vorbis', coded('ogg', '-c:a', 'libvorbis', '-q:a', '1'), needs('libvorbis')),
    core('MP3 128k, then 64k', all(mp3(128), mp3(64)), needs('libmp3lame')),
    core('16 kHz', throughRate(16_000)),
    core('8 kHz', throughRate(8_000)),
    core('white noise 30 dB', withWhiteNoise(30)),
    core('white noise 20 dB', withWhiteNoise(20)),
    core('pink noise 20 dB', withPinkNoise(20)),
    core(
      '−12 dB',
      mapped((sample) => sample * 10 ** (-12 / 20)),
    ),
    core('clipping', clipped),
    core('low-pass 3.4 kHz', soxed('sinc -3400'), sox),
    core('high-pass 300 Hz', soxed('highpass 300 highpass 300'), sox),
    core('G.711 telephone', coded('wav', '-ar', '8000', '-c:a', 'pcm_mulaw'), needs('pcm_mulaw')),
    core('echo', soxed('echo 0.8 0.9 80 0.4'), sox),
    core('reverb', soxed('gain -3 reverb 40 50 40'), sox),
    core(
      'equaliser',
      soxed('gain -6 equalizer 300 1q -5 equalizer 1000 1q 5 equalizer 3500 1q -6 treble 4'),
      sox,
    ),
    core('compand', soxed('compand 0.02,0.2 6:-60,-50,-40,-25,-20,-14,-5,-8 -2'), sox),
    core('denoise', filtered('afftdn=nr=12:nf=-40')),
    core(
      'polarity',
      mapped((sample) => -sample),
    ),
    core('middle half', cropped(0.25, 0.75)),
    core('trim 0.37 s', trimmed(0.37)),
    core('silence inserted', withSilence),
    ...[0.1, -0.1, 1, -1].map((by) => core(`speed ${signed(by)}`, speed(by), sox)),
    ...[0.5, -0.5, 2, -2].map((by) => core(`stretch ${signed(by)}`, stretch(by), sox)),
    ...[1, -1].map((by) => core(`pitch ${signed(by)}`, pitch(by), sox)),
    core(
      '8 bit',
      mapped((sample) => Math.round(sample * 127) / 127),
    ),
    core('music −15 dB', withMusic(15)),
    harder('white noise 10 dB', withWhiteNoise(10)),
    harder('GSM', coded('gsm', '-ar', '8000', '-ac', '1', '-c:a', 'libgsm'), needs('libgsm')),
    harder('Opus 12k', opus(12), needs('libopus')),
    harder('chain of four', all(withWhiteNoise(30), mp3(64), soxed('sinc -3400'), opus(24)), {
      ...sox,
      ...needs('libopus'),
    }),
    harder('splice', spliced),
    ...[3, -3].map((by) => harder(`speed ${signed(by)}`, speed(by), sox)),
    ...[3, -3].map((by) => harder(`pitch ${signed(by)}`, pitch(by), sox)),
    harder('marked twice, the first', markAgain, { fresh: true }),
    extra('marked twice, the second', markAgain, { fresh: true }),
    extra('Opus 16k', opus(16), needs('libopus')),
    extra('Speex 8 kHz', coded('spx', '-ar', '8000', '-c:a', 'libspeex'), needs('libspeex')),
    extra('G.722', coded('g722', '-ar', '16000', '-c:a', 'g722'), needs('g722')),
    extra('phase-vocoder stretch +2 %', filtered('rubberband=tempo=1.02')),
    extra(
      'Codec 2, 2.4k',
      coded('c2', '-ar', '8000', '-c:a', 'libcodec2', '-mode', '2400'),
      needs('libcodec2'),
    ),
  ]
}

/** The attacks that this machine can run, and the names of those it cannot. */
export function attacks(markAgain: MarkAgain): { known: NamedAttack[]; missing: string[] } {
  const sox = hasSox()
  const runs = (attack: NamedAttack) =>
    (!attack.sox || sox) && (!attack.encoder || hasEncoder(attack.encoder))
  const every = table(markAgain)
  return {
    known: every.filter(runs),
    missing: every.filter((attack) => !runs(attack)).map(({ name }) => name),
  }
}
