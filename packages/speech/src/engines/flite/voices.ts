import type { DigitalSourceType } from '@viva-voce/audio'
import type { CatalogueVoice } from '../../catalogue-voice.ts'
import { flite } from './flite.ts'

/**
 * All five are `trainedAlgorithmicMedia`. The clustergen voices are statistical models trained on
 * recordings. The diphone voices join recorded diphones, with durations from a trained tree and melody from
 * a trained regression (flite's lang/usenglish), while the IPTC keeps `algorithmicMedia` for media "not
 * based on any sampled training data".
 */
const digitalSourceType: DigitalSourceType = 'trainedAlgorithmicMedia'

const CLUSTERGEN = 'a statistical parametric (clustergen) voice trained on recordings'
const DIPHONE = 'diphones of recorded speech, joined by linear prediction'

/** The five voices of flite, all English. */
export const fliteVoices: readonly CatalogueVoice[] = [
  {
    id: 'premium_en_us_001',
    name: 'Linden',
    locale: 'en-US',
    tier: 'premium',
    category: 'general',
    description: 'Clear and bright, with an even pace. At home in product tours and announcements.',
    engine: flite,
    engineVoice: 'slt',
    madeBy: `CMU Flite, voice slt: ${CLUSTERGEN} (CMU ARCTIC, US English, 16 kHz)`,
    digitalSourceType,
    previewText:
      'Hello, I am Linden. Give me your words, and I will read them clearly, line by line.',
  },
  {
    id: 'premium_en_us_002',
    name: 'Hollis',
    locale: 'en-US',
    tier: 'premium',
    category: 'narration',
    description: 'Low and unhurried. Suits narration, lessons and longer texts.',
    engine: flite,
    engineVoice: 'rms',
    madeBy: `CMU Flite, voice rms: ${CLUSTERGEN} (CMU ARCTIC, US English, 16 kHz)`,
    digitalSourceType,
    previewText: 'I am Hollis. Settle in, and let me tell you how the story begins.',
  },
  {
    id: 'standard_en_gb_001',
    name: 'Lorne',
    locale: 'en-GB',
    tier: 'standard',
    category: 'narration',
    description: 'A Scottish accent with a dry warmth. Made for guides and podcasts.',
    engine: flite,
    engineVoice: 'awb',
    madeBy: `CMU Flite, voice awb: ${CLUSTERGEN} (CMU ARCTIC, Scottish English, 16 kHz)`,
    digitalSourceType,
    previewText:
      'Good day, I am Lorne. The path goes down to the water, past the old stone bridge.',
  },
  {
    id: 'standard_en_us_001',
    name: 'Emery',
    locale: 'en-US',
    tier: 'standard',
    category: 'character',
    description: 'A classic computer voice with crisp consonants, for characters and prototypes.',
    engine: flite,
    engineVoice: 'kal16',
    madeBy: `CMU Flite, voice kal16: ${DIPHONE} (US English, 16 kHz)`,
    digitalSourceType,
    previewText: 'This is Emery speaking. All systems are ready, and the doors will open shortly.',
  },
  {
    id: 'budget_en_us_001',
    name: 'Kit',
    locale: 'en-US',
    tier: 'budget',
    category: 'general',
    description: 'A plain telephone-band voice for tests, alerts and phone menus.',
    engine: flite,
    engineVoice: 'kal',
    madeBy: `CMU Flite, voice kal: ${DIPHONE} (US English, 8 kHz)`,
    digitalSourceType,
    previewText: 'You have reached Kit. Press one for sales, or press two for support.',
  },
]
