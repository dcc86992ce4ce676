import type { Usage } from '@viva-voce/contract'

/** What the speech is made for, in words. */
export const usageNames: Record<Usage, string> = {
  demo: 'Demo',
  podcast: 'Podcast',
  audiobook: 'Audiobook',
  elearning: 'E-learning',
  video: 'Video',
  game: 'Game',
  advertising: 'Advertising',
  broadcast: 'Broadcast',
  ivr: 'Telephone (IVR)',
}
