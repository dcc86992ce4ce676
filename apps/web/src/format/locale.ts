const languages = new Intl.DisplayNames('en', { type: 'language' })

/** A locale such as `de-DE` in words; the code itself when the browser does not know it. */
export function formatLocale(locale: string): string {
  try {
    return languages.of(locale) ?? locale
  } catch {
    return locale
  }
}

/** The language part of a locale in words: `German` of `de-AT`. */
export function formatLanguage(locale: string): string {
  return formatLocale(locale.split('-')[0] ?? locale)
}
