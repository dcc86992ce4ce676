/** True for the id of a voice of the platform, which cannot be trained. */
export function isCatalogueVoice(voiceId: string): boolean {
  return /^(premium|standard|budget)_/.test(voiceId)
}
