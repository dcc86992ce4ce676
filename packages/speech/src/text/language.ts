/** What splitting text into sentences needs to know of a language. */
export interface SentenceRules {
  /** BCP-47. */
  language: string
  /** Abbreviations (lower case, no final dot) after which a sentence goes on whatever follows. */
  openAbbreviations: ReadonlySet<string>
  /** Abbreviations after which a sentence goes on when a number follows ("No. 5"). */
  numberAbbreviations: ReadonlySet<string>
  /** Words that rarely stand inside a sentence with a capital: after "U.S." they begin a new one. */
  sentenceStarters: ReadonlySet<string>
  /** Whether a dot makes a number an ordinal ("3. Mai"), so that it ends no sentence. */
  ordinalDot?: boolean
}

/** A currency's words: one, many, and its hundredth part where people name it. */
export interface CurrencyWords {
  one: string
  many: string
  /** As in "99 cents", for amounts under one. */
  hundredths: string
}

/** What spelling out for flite needs to know of English, beside its sentences. */
export interface LanguageRules extends SentenceRules {
  /** Currencies by sign and by ISO 4217 code. */
  currencies: Readonly<Record<string, CurrencyWords>>
  /** Suffixes of an amount, lower case, to words ("k" to "thousand"). */
  magnitudes: Readonly<Record<string, string>>
  /** Abbreviations to say in full, in order; each pattern is global. */
  expansions: readonly (readonly [RegExp, string])[]
  /** Spelt letter by letter though they look like words. */
  spelled: ReadonlySet<string>
  /** Single characters to words. */
  symbols: Readonly<Record<string, string>>
  /** Words of addresses: `.`, `/`, `-`, `_`, `:` inside a URL or e-mail address. */
  address: Readonly<Record<string, string>>
  /** First two digits of a year to words. */
  centuries: Readonly<Record<string, string>>
  months: readonly string[]
}
