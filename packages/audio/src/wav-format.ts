/**
 * RIFF/WAVE as Microsoft and IBM describe it ("Multimedia Programming Interface and Data Specifications
 * 1.0", 1991; WAVE_FORMAT_EXTENSIBLE, 2001): shared shapes of the writer and the reader.
 */

/** Format tags of the `fmt ` chunk that we read. */
export const FORMAT_PCM = 1
export const FORMAT_FLOAT = 3
export const FORMAT_EXTENSIBLE = 0xfffe

/** What a file can say about itself, by the RIFF `LIST INFO` keys in `INFO_KEYS`. */
export interface WavInfo {
  title?: string
  artist?: string
  comment?: string
  copyright?: string
  software?: string
  /** Date of creation, ISO 8601, with or without a time in UTC. */
  created?: string
  /** Who or what supplied the subject of the file. */
  source?: string
  subject?: string
  keywords?: string
  genre?: string
  /** Where the licence can be checked: an address. */
  link?: string
}

export const INFO_KEYS: Readonly<Record<keyof WavInfo, string>> = {
  title: 'INAM',
  artist: 'IART',
  comment: 'ICMT',
  copyright: 'ICOP',
  software: 'ISFT',
  created: 'ICRD',
  source: 'ISRC',
  subject: 'ISBJ',
  keywords: 'IKEY',
  genre: 'IGNR',
  link: 'IBSU',
}

/**
 * How synthetic media came to be, by the IPTC's vocabulary: from a model trained on sampled content, or
 * from an algorithm alone (http://cv.iptc.org/newscodes/digitalsourcetype/).
 */
export const DIGITAL_SOURCE_TYPES = ['trainedAlgorithmicMedia', 'algorithmicMedia'] as const
export type DigitalSourceType = (typeof DIGITAL_SOURCE_TYPES)[number]

export const DIGITAL_SOURCE_BASE = 'http://cv.iptc.org/newscodes/digitalsourcetype/'
