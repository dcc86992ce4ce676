const sentences: Record<string, readonly string[]> = {
  en: [
    'The ferry leaves the harbour at seven every single morning.',
    'Nobody had expected the old lighthouse to shine again so soon.',
    'She put three letters on the table and looked out of the window.',
    'In the evening the wind turned, and the boats came home early.',
  ],
  de: [
    'Die Fähre verlässt den Hafen jeden Morgen pünktlich um sieben Uhr.',
    'Niemand hatte erwartet, dass der alte Leuchtturm so bald wieder scheint.',
  ],
  fr: [
    'Le ferry quitte le port tous les matins à sept heures précises.',
    "Personne ne s'attendait à revoir si tôt la lumière du vieux phare.",
  ],
}

/** A ten-word sentence, and others behind it. */
export function sentence(locale: string, count = 2): string {
  return of(locale).slice(0, count).join(' ')
}

/** About half a minute of speech. */
export function paragraph(locale: string): string {
  const known = of(locale)
  return Array.from({ length: 8 }, (_, i) => known[i % known.length]).join(' ')
}

function of(locale: string): readonly string[] {
  return sentences[locale.slice(0, 2)] ?? sentences.en!
}
