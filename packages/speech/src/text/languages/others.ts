/**
 * Sentence rules of the EU languages that have no table of their own: abbreviations after which a sentence
 * goes on, and whether "3." is an ordinal. Their numbers, dates and signs are left to the engine.
 */
import type { SentenceRules } from '../language.ts'
import { set } from './table.ts'

function rules(
  language: string,
  openAbbreviations: string,
  numberAbbreviations: string,
  sentenceStarters: string,
  ordinalDot = false,
): SentenceRules {
  return {
    language,
    openAbbreviations: set(openAbbreviations),
    numberAbbreviations: set(numberAbbreviations),
    sentenceStarters: set(sentenceStarters),
    ordinalDot,
  }
}

export const otherLanguages: readonly SentenceRules[] = [
  rules(
    'bg',
    'г-н г-жа д-р проф инж ул бул напр т.е вкл св',
    'стр чл ал бр',
    'той тя то те ние вие аз но и тогава това',
  ),
  rules(
    'cs',
    'p pí dr ing mgr bc prof doc sv ul tzv tzn např mj resp ap atd',
    'č str čl odst',
    'on ona ono oni my vy já ale a pak to tento když v na',
    true,
  ),
  rules(
    'da',
    'hr fr dr prof ing f.eks bl.a dvs ca jf st vedr inkl',
    'nr s kap stk kl',
    'han hun den det de vi i jeg men og så en et da når',
    true,
  ),
  rules(
    'el',
    'κ κα κος δρ καθ π.χ δηλ βλ αγ οδ λεωφ',
    'αρ σελ αρθ',
    'ο η το οι τα αυτός αυτή και αλλά τότε όταν ένα',
  ),
  rules(
    'et',
    'hr pr dr prof n-ö nt jt st sh vt tn mnt',
    'nr lk ptk',
    'ta see nad me te ma aga ja siis kui',
    true,
  ),
  rules(
    'fi',
    'hra rva tri prof esim ym mm ks vrt n os ns',
    'nro s luku',
    'hän se he me te minä mutta ja sitten kun',
    true,
  ),
  rules('ga', 'an dr tuas iml m.sh .i uas', 'lch uimh alt', 'tá bhí is an na sé sí siad agus ach'),
  rules(
    'hr',
    'g gđa dr prof ing mr sv ul npr tzv tj itd odn',
    'br str čl',
    'on ona ono oni mi vi ja ali i onda to kad u na',
    true,
  ),
  rules(
    'hu',
    'dr prof ifj id özv pl stb kb ún ui vö u.n',
    'sz o old',
    'ő ők mi ti én de és akkor ez az a amikor',
    true,
  ),
  rules(
    'lt',
    'p dr prof inž šv pvz t.y vad kt pan gerb',
    'nr psl str',
    'jis ji jie mes jūs aš bet ir tada tai kai',
  ),
  rules(
    'lv',
    'dr prof inž sv piem t.i u.c utt',
    'nr lpp nod',
    'viņš viņa viņi mēs jūs es bet un tad tas kad',
    true,
  ),
  rules(
    'mt',
    'dr prof sinj perit eż san',
    'nru paġ art',
    'hu hi huma aħna intom jien imma u meta dan',
  ),
  rules(
    'nl',
    'dhr mevr mw dr prof ir ing mr drs st bijv d.w.z o.a m.b.t i.v.m t.a.v ca resp incl',
    'nr blz art jan feb apr aug sept okt nov dec',
    'de het een hij zij ze wij we ik je maar en toen dan dit dat in op als',
  ),
  rules(
    'pt',
    'sr sra srs dr dra prof profa eng d dª ex p.ex av r ltda',
    'n nº pág art cap',
    'o a os as um uma ele ela eles nós eu mas e então quando isto este esta em',
  ),
  rules(
    'ro',
    'dl dna dr prof ing sf str bd de.ex d.ex',
    'nr pag art',
    'el ea ei noi voi eu dar și atunci acest această când în un o',
  ),
  rules(
    'sk',
    'p dr ing mgr prof doc sv ul tzv tzn napr resp',
    'č str čl ods',
    'on ona ono oni my vy ja ale a potom to tento keď v na',
    true,
  ),
  rules(
    'sl',
    'g ga gdč dr prof mag ing sv ul npr tj oz',
    'št str čl',
    'on ona ono oni mi vi jaz ampak in potem to ko v na',
    true,
  ),
  rules(
    'sv',
    'hr fr dr prof st t.ex bl.a d.v.s dvs ca jfr resp inkl',
    'nr s kap kl',
    'han hon den det de vi ni jag men och så en ett när då i på',
  ),
]
