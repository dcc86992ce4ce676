/**
 * Article 1 of the Universal Declaration of Human Rights (United Nations, 1948) in the official languages of the
 * EU that have no reading script yet: what a base voice says in them, so that training hears its sounds.
 */
export const firstArticle: Readonly<Record<string, readonly string[]>> = {
  bg: [
    'Всички хора се раждат свободни и равни по достойнство и права.',
    'Те са надарени с разум и съвест и следва да се отнасят помежду си в дух на братство.',
  ],
  cs: [
    'Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv.',
    'Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu bratrství.',
  ],
  da: [
    'Alle mennesker er født frie og lige i værdighed og rettigheder.',
    'De er udstyret med fornuft og samvittighed, og de bør handle mod hverandre i en broderskabets ånd.',
  ],
  el: [
    'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.',
    'Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης.',
  ],
  et: [
    'Kõik inimesed sünnivad vabadena ja võrdsetena oma väärikuselt ja õigustelt.',
    'Neile on antud mõistus ja südametunnistus ja nende suhtumist üksteisesse peab kandma vendluse vaim.',
  ],
  fi: [
    'Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan.',
    'Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä.',
  ],
  ga: [
    'Saolaítear na daoine uile saor agus comhionann ina ndínit agus ina gcearta.',
    'Tá bua an réasúin agus an choinsiasa acu agus dlíd gníomhú i dtreo a chéile i spiorad an bhráithreachais.',
  ],
  hr: [
    'Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima.',
    'Ona su obdarena razumom i sviješću i trebaju jedna prema drugima postupati u duhu bratstva.',
  ],
  hu: [
    'Minden emberi lény szabadon születik és egyenlő méltósága és joga van.',
    'Az emberek, ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek.',
  ],
  lt: [
    'Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis.',
    'Jiems suteiktas protas ir sąžinė ir jie turi elgtis vienas kito atžvilgiu kaip broliai.',
  ],
  lv: [
    'Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās.',
    'Viņi ir apveltīti ar saprātu un sirdsapziņu, un viņiem jāizturas citam pret citu brālības garā.',
  ],
  mt: [
    'Il-bnedmin kollha jitwieldu ħielsa u ugwali fid-dinjità u d-drittijiet.',
    'Huma mogħnija bir-raġuni u bil-kuxjenza u għandhom iġibu ruħhom ma’ xulxin bi spirtu ta’ aħwa.',
  ],
  nl: [
    'Alle mensen worden vrij en gelijk in waardigheid en rechten geboren.',
    'Zij zijn begiftigd met verstand en geweten, en behoren zich jegens elkander in een geest van broederschap te gedragen.',
  ],
  pt: [
    'Todos os seres humanos nascem livres e iguais em dignidade e em direitos.',
    'Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade.',
  ],
  ro: [
    'Toate ființele umane se nasc libere și egale în demnitate și în drepturi.',
    'Ele sunt înzestrate cu rațiune și conștiință și trebuie să se comporte unele față de altele în spiritul fraternității.',
  ],
  sk: [
    'Všetci ľudia sa rodia slobodní a sebe rovní, čo sa týka ich dôstojnosti a práv.',
    'Sú obdarení rozumom a svedomím a majú navzájom jednať v bratskom duchu.',
  ],
  sl: [
    'Vsi ljudje se rodijo svobodni in imajo enako dostojanstvo in enake pravice.',
    'Obdarjeni so z razumom in vestjo in bi morali ravnati drug z drugim kakor bratje.',
  ],
  sv: [
    'Alla människor är födda fria och lika i värde och rättigheter.',
    'De är utrustade med förnuft och samvete och bör handla gentemot varandra i en anda av broderskap.',
  ],
}
