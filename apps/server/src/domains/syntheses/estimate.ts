/**
 * Seconds that parts of a text take in the catalogue's slowest voice (flite's rms), with a little room:
 * measured over the texts of estimate.test.ts.
 */
const secondsPer = {
  letter: 0.078,
  /** "strengths": many sounds in few letters. */
  crampedLetter: 0.12,
  /** A letter said by its name: "W", "HTTP", "xyz". */
  spelledLetter: 0.57,
  shortestWord: 0.3,
  digit: 0.75,
  /** "½" is "and a half". */
  fraction: 1.2,
  sign: 0.65,
  /** A pause, or "dot", "slash", "colon" inside an address. */
  mark: 0.5,
  lineEnd: 0.5,
  /** What each speech has around it. */
  edge: 0.5,
} as const

/** The longest word that is still read as a word. */
const longestWord = 45

/** How long a text will take to speak, in seconds; meant to be a little too much rather than too little. */
export function estimateSeconds(text: string, speed: number): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const words = text.match(/\p{L}+/gu) ?? []
  const seconds =
    secondsPer.edge +
    words.reduce((total, word) => total + secondsOfWord(word), 0) +
    count(/ /g) * secondsPer.letter +
    count(/\p{Nd}/gu) * secondsPer.digit +
    count(/\p{No}|\p{Nl}/gu) * secondsPer.fraction +
    count(/(\p{Sc}|[%&@#+=°§×÷~^<>*])\1*/gu) * secondsPer.sign +
    count(/[.,;:!?…/_–—-][\s.,;:!?…-]*/gu) * secondsPer.mark +
    count(/\n/g) * secondsPer.lineEnd
  return seconds / speed
}

function secondsOfWord(word: string): number {
  const vowels = word.match(/[aeiouyà-öø-ÿ]/gi)?.length ?? 0
  const isLatin = /^\p{Script=Latin}+$/u.test(word)
  const isSpelled = vowels === 0 || (word.length <= 5 && word === word.toUpperCase())
  if (isLatin && (isSpelled || word.length > longestWord))
    return word.length * secondsPer.spelledLetter
  const isCramped = isLatin && vowels / word.length <= 0.25
  const perLetter = isCramped ? secondsPer.crampedLetter : secondsPer.letter
  return Math.max(secondsPer.shortestWord, word.length * perLetter)
}
