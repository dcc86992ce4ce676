import { routes } from '@viva-voce/contract'
import { readingScript, scriptLocales } from '@viva-voce/speech'
import { endpoint } from '../../http/endpoint.ts'
import { notFound } from '../../kit/api-error.ts'

export const readScript = endpoint(routes.readScript, async ({ query: { locale } }) => {
  const script = readingScript(locale)
  if (!script) throw notFound(`reading script; there are ${scriptLocales.join(', ')}`)
  const sentences = script.map((text, index) => ({ number: index + 1, text }))
  return { locale, sentences, languages: [...scriptLocales] }
})
