import { formatLocale } from '../../format/locale.ts'

/** The official languages of the EU in the countries that speak them most, and English as the world has it. */
const codes = [
  ...['bg-BG', 'cs-CZ', 'da-DK', 'de-AT', 'de-DE', 'el-GR', 'en-GB', 'en-IE', 'en-US', 'es-ES'],
  ...['et-EE', 'fi-FI', 'fr-BE', 'fr-FR', 'ga-IE', 'hr-HR', 'hu-HU', 'it-IT', 'lt-LT', 'lv-LV'],
  ...['mt-MT', 'nl-BE', 'nl-NL', 'pl-PL', 'pt-PT', 'ro-RO', 'sk-SK', 'sl-SI', 'sv-SE'],
] as const

/** What a voice may speak, by name. */
export const voiceLocales: readonly { value: string; label: string }[] = codes
  .map((value) => ({ value, label: `${formatLocale(value)} (${value})` }))
  .sort((a, b) => a.label.localeCompare(b.label))

/** The locale to begin with in a language: English is American, the others are at home. */
export function localeOf(language: string): string {
  if (language === 'en') return 'en-US'
  const home = `${language}-${language.toUpperCase()}`
  return (
    codes.find((code) => code === home) ??
    codes.find((code) => code.startsWith(language)) ??
    language
  )
}
