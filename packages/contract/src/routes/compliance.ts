import { z } from 'zod'
import { ids, instant, voiceId } from '../common.ts'
import { anyone, defineRoutes } from '../route.ts'
import { usage } from '../usages.ts'

/** What a check of audio takes; the server refuses more. */
export const audioCheckLimits = {
  fileBytes: 100 * 1024 * 1024,
  seconds: 60 * 60,
  /** What people may choose; the server goes by the content and not by the name. */
  extensions: ['.wav', '.mp3', '.m4a', '.mp4', '.ogg', '.oga', '.opus', '.flac', '.webm'],
  /** A C2PA manifest that stands beside its file may come with it. */
  manifestExtension: '.c2pa',
} as const

/** `inconclusive`: too little sound to say, or signs of a mark that cannot be read. */
export const verdict = z.enum(['marked', 'not_marked', 'inconclusive'])
export type Verdict = z.infer<typeof verdict>

/** The licence of a synthesis as anybody may see it: no text, and not who bought it. */
export const licenceCard = z.object({
  licence_id: ids.licence,
  voice_id: voiceId,
  voice_name: z.string(),
  talent_id: ids.talent.nullable(),
  /** The name that the talent is known by here; null for a catalogue voice. */
  talent_name: z.string().nullable(),
  usage,
  issued_at: instant,
  valid: z.boolean(),
  revoked_at: instant.nullable(),
  /** A sentence that says why it was revoked. */
  revoked_because: z.string().nullable(),
})
export type LicenceCard = z.infer<typeof licenceCard>

export const foundMark = z.object({
  /** Null when no synthesis here has the number that the mark carries. */
  synthesis_id: ids.synthesis.nullable(),
  /** The public sample of a voice, which anybody may hear and nobody has a licence for. */
  is_public_sample: z.boolean(),
  /** Where the mark stands, in seconds. */
  spans: z.array(z.object({ start_seconds: z.number(), end_seconds: z.number() })),
  /** Bound on the chance that audio without this mark earns this claim. */
  false_claim_probability: z.number(),
  /** From the audio alone, among the syntheses that it sounds like, or by testing for one of those. */
  method: z.enum(['blind', 'registry', 'informed']),
  licence: licenceCard.nullable(),
})
export type FoundMark = z.infer<typeof foundMark>

/** What the file says of itself in its tags, which anybody can write, against what its marks say. */
export const fileClaims = z.object({
  ai_generated: z.boolean(),
  licence_id: ids.licence.nullable(),
  synthesis_id: ids.synthesis.nullable(),
  /** `none`: it names no licence. `unsupported`: it names one, and no mark was found. */
  agreement: z.enum(['none', 'agrees', 'contradicts', 'unsupported']),
})
export type FileClaims = z.infer<typeof fileClaims>

/** What the newest C2PA manifest in a WAV or MP3 file, or beside a file of any format, says, and whether to believe it. */
export const contentCredentials = z.object({
  /** `ours`: signed here, and the file is as it was. `others`: signed by somebody else. `broken`: do not believe it. */
  state: z.enum(['ours', 'others', 'broken']),
  title: z.string().nullable(),
  generator: z.string().nullable(),
  /** The IPTC's word for how the file came to be, such as `trainedAlgorithmicMedia`. */
  digital_source_type: z.string().nullable(),
})
export type ContentCredentials = z.infer<typeof contentCredentials>

export const audioCheckResult = z.object({
  verdict,
  /** The verdict in a sentence for people. */
  explanation: z.string(),
  marks: z.array(foundMark),
  metadata: fileClaims,
  /** Null when there are none in the file (WAV, MP3) or beside it (`.c2pa`), or it is too large to be read for them. */
  content_credentials: contentCredentials.nullable(),
  audio: z.object({
    container: z.string(),
    codec: z.string(),
    channels: z.int(),
    sample_rate_hz: z.int(),
    seconds: z.number(),
    /** Less could be decoded than the file says it holds; what could be was examined. */
    damaged: z.boolean(),
    /** Its outline: peaks from 0 to 1 of equal stretches, at most 800. */
    peaks: z.array(z.number()),
  }),
})
export type AudioCheckResult = z.infer<typeof audioCheckResult>

/** A check; a short file's is done when the call answers. */
export const audioCheck = z.object({
  /** Null when it was done at once, so that there is nothing to ask for later. */
  id: ids.audioCheck.nullable(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** 0 to 1. */
  progress: z.number(),
  error: z.string().nullable(),
  result: audioCheckResult.nullable(),
})
export type AudioCheck = z.infer<typeof audioCheck>

const oneCheck = z.object({ check_id: ids.audioCheck })

export const complianceRoutes = defineRoutes({
  checkAudio: {
    method: 'POST',
    path: '/v1/compliance/audio',
    summary: 'Whether an audio file carries our watermark, where, and under which licence',
    access: anyone,
    stage: 'live',
    limit: 'audio_check',
    multipart: true,
    // What stands around the file, too.
    formBytes: audioCheckLimits.fileBytes + 2 ** 16,
    answer: audioCheck,
  },
  getAudioCheck: {
    method: 'GET',
    path: '/v1/compliance/audio/:check_id',
    summary: 'How far the check of a long file is, and what it found',
    access: anyone,
    stage: 'live',
    limit: 'public_check',
    params: oneCheck,
    answer: audioCheck,
  },
  cancelAudioCheck: {
    method: 'DELETE',
    path: '/v1/compliance/audio/:check_id',
    summary: 'Ends a running check',
    access: anyone,
    stage: 'live',
    limit: 'public_check',
    params: oneCheck,
    answer: audioCheck,
  },
})
