/** Unicode made plain for an engine that reads its language's own letters: accents stay. */

/** Compatibility forms that are letters, digits or dots in another dress; "½", "²" and "º" mean something. */
const DRESSED = /[\u2026\uff01-\uff5e\ufb00-\ufb06\u{1d400}-\u{1d7ff}\u2160-\u217f]/gu
/** Trade signs, pictures, flags and their modifiers: nobody reads them aloud. */
const PICTURES = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}™℠]/gu
/** Among them are commands to espeak-ng: U+0001 begins one in its text. */
const CONTROLS = /[\p{Cc}\p{Co}\p{Cn}]/gu
/** A row of one sign drawn as a line. */
const DRAWN_LINE = /([^\p{L}\p{N}\s.,;:!?'"()-])\1{2,}/gu
/** Longest run of letters or digits given to an engine at once. */
const MAX_WORD_LENGTH = 60

/** Composed letters, plain spaces, quotes and dashes; no pictures, no invisible signs, no controls. */
export function foldUnicode(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(CONTROLS, ' ')
    .replace(PICTURES, ' ')
    .normalize('NFC')
    .replace(/\p{M}/gu, '')
    .replace(DRESSED, (character) => character.normalize('NFKC'))
    .replace(DRAWN_LINE, ' ')
    .replace(/\p{Zs}+/gu, ' ')
    .replace(/[\u2018\u2019\u201b\u02bc\u2032]/gu, "'")
    .replace(/[\u201a\u201c-\u201f\u00ab\u00bb\u2033\u2039\u203a]/gu, '"')
    .replace(/(?<=\d)\u2012(?=\d)/gu, '\u2013')
    .replace(/\s?[\u2014\u2015]\s?|\s[\u2013-]\s/gu, ', ')
    .replace(/[\u2010\u2011]/gu, '-')
}

/** What an engine of a language can read of other alphabets: Latin always, and its own. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  el: /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Common}]/gu,
  bg: /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}]/gu,
}
const LATIN_ONLY = /[^\p{Script=Latin}\p{Script=Common}]/gu

/**
 * The last step: letters of other alphabets and signs without a sound go (engines spell them by name, a
 * second or more each), digits become 0 to 9, runs of marks become one, words stay bounded.
 */
export function tidyForEngine(text: string, language: string): string {
  return text
    .replace(SCRIPTS[language] ?? LATIN_ONLY, ' ')
    .replace(/[^\p{L}\p{N}\s.,;:!?¿¡'"()%+&@=€$£§°/½¼¾⅓⅔²³ºª–-]/gu, ' ')
    .replace(/[^\P{N}0-9½¼¾⅓⅔²³]/gu, ' ')
    .replace(/[–/-](?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:\/|-(?!\d))/gu, ' ')
    .replace(/[.,;:!?](?:\s*[.,;:!?-])+(?=\P{L}|$)/gu, strongestMark)
    .replace(/[^\p{L}\p{N}\s]{6,}/gu, strongestMark)
    .replace(/([^\p{L}\p{N}\s])\1+/gu, '$1')
    .replace(LONG_RUN, '$1 ')
    .replace(/\s+/g, ' ')
    .trim()
}

const LONG_RUN = new RegExp(`([\\p{L}\\p{N}]{${MAX_WORD_LENGTH}})(?=[\\p{L}\\p{N}])`, 'gu')

function strongestMark(run: string): string {
  const mark = ['?', '!', '.', ';', ':', ','].find((sign) => run.includes(sign))
  return mark ? `${mark} ` : ' '
}
