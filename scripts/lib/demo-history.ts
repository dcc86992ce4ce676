/** What the demo developer has made in the weeks before the first start: day counted back, voice, usage, text. */
export interface DemoSynthesis {
  daysAgo: number
  voiceId: string
  usage: 'demo' | 'podcast' | 'elearning' | 'ivr'
  text: string
}

/** Stands for the voice that the demo's talent has trained. */
const talentVoice = 'talent'

const lines: [usage: DemoSynthesis['usage'], voiceId: string, text: string][] = [
  ['podcast', talentVoice, 'Welcome back to Low Tide, the podcast about harbours.'],
  ['ivr', 'budget_en_us_001', 'Thank you for calling. Please stay on the line.'],
  ['elearning', 'standard_en_gb_001', 'Lesson four: how a lock lifts a barge uphill.'],
  ['demo', 'premium_en_us_002', 'This is a first try of the narrator.'],
  ['podcast', talentVoice, 'In the next part we follow the pilot boat at dawn.'],
  ['demo', 'premium_en_us_001', 'One two three, is this thing on?'],
  ['elearning', talentVoice, 'Repeat after me: the tide tables are on page twelve.'],
  ['ivr', 'standard_en_gb_001', 'Our office opens again on Monday morning.'],
  ['demo', 'standard_en_gb_001', 'Trying the same line with another voice.'],
  ['podcast', talentVoice, 'That was Low Tide. See you next week.'],
]

/** How far back the demo goes, in days. */
export const historyDays = 35

/** One synthesis on most days of the five weeks before, none on Sundays, two on every fifth day. */
export function demoHistory(talentVoiceId: string): DemoSynthesis[] {
  const history: DemoSynthesis[] = []
  for (let daysAgo = historyDays; daysAgo >= 1; daysAgo--) {
    if (daysAgo % 7 === 0) continue
    const count = daysAgo % 5 === 0 ? 2 : 1
    for (let n = 0; n < count; n++) {
      const [usage, voiceId, text] = lines[(history.length * 3 + n) % lines.length]!
      history.push({
        ...{ daysAgo, usage, text },
        voiceId: voiceId === talentVoice ? talentVoiceId : voiceId,
      })
    }
  }
  return history
}
