/** What a voice says of itself in its sample, by language: that it is synthetic comes first. */
const texts: Readonly<Record<string, string>> = {
  bg: 'Добър ден. Аз съм изкуствен глас и така звуча, когато чета на глас.',
  cs: 'Dobrý den. Jsem umělý hlas a takto zním, když čtu nahlas.',
  da: 'Goddag. Jeg er en syntetisk stemme, og sådan lyder jeg, når jeg læser højt.',
  de: 'Guten Tag. Ich bin eine künstliche Stimme, und so klinge ich, wenn ich vorlese.',
  el: 'Καλημέρα. Είμαι μια συνθετική φωνή και έτσι ακούγομαι όταν διαβάζω δυνατά.',
  en: 'Hello. I am a synthetic voice, and this is how I sound when I read to you.',
  es: 'Hola. Soy una voz sintética, y así sueno cuando leo en voz alta.',
  et: 'Tere päevast. Olen sünteetiline hääl ja nii ma kõlan, kui ette loen.',
  fi: 'Hyvää päivää. Olen synteettinen ääni, ja tältä kuulostan, kun luen ääneen.',
  fr: 'Bonjour. Je suis une voix de synthèse, et voici comment je lis à voix haute.',
  ga: 'Dia duit. Is guth sintéiseach mé, agus seo mar a chloistear mé ag léamh os ard.',
  hr: 'Dobar dan. Ja sam umjetni glas i ovako zvučim kad čitam naglas.',
  hu: 'Jó napot kívánok. Mesterséges hang vagyok, és így szólok, amikor felolvasok.',
  it: 'Buongiorno. Sono una voce sintetica, ed ecco come leggo ad alta voce.',
  lt: 'Laba diena. Esu sintetinis balsas ir taip skambu, kai skaitau garsiai.',
  lv: 'Labdien. Esmu sintētiska balss, un šādi es skanu, kad lasu priekšā.',
  mt: 'Bonġu. Jien vuċi sintetika, u hekk ninstema meta naqra b’leħen għoli.',
  nl: 'Goedendag. Ik ben een synthetische stem, en zo klink ik wanneer ik voorlees.',
  pl: 'Dzień dobry. Jestem głosem syntetycznym i tak brzmię, kiedy czytam na głos.',
  pt: 'Olá. Sou uma voz sintética, e é assim que leio em voz alta.',
  ro: 'Bună ziua. Sunt o voce sintetică și așa sun când citesc cu voce tare.',
  sk: 'Dobrý deň. Som umelý hlas a takto zniem, keď čítam nahlas.',
  sl: 'Dober dan. Sem umetni glas in tako zvenim, ko berem na glas.',
  sv: 'God dag. Jag är en syntetisk röst, och så här låter jag när jag läser högt.',
}

/** The text of a voice's sample in its language (BCP-47); English for a language that has none. */
export function previewText(locale: string): string {
  return texts[locale.toLowerCase().split('-')[0]!] ?? texts.en!
}
