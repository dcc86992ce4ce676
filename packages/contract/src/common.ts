import { z } from 'zod'

/** Ids are a prefix and a UUIDv7 in 26 Crockford base-32 letters (the TypeID encoding), so they sort by time. */
function prefixedId(prefix: string) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`), `is not a ${prefix}_… id`)
}

export const ids = {
  user: prefixedId('usr'),
  session: prefixedId('ses'),
  talent: prefixedId('tal'),
  developer: prefixedId('dev'),
  key: prefixedId('key'),
  synthesis: prefixedId('syn'),
  sample: prefixedId('smp'),
  paymentIntent: prefixedId('pi'),
  escrow: prefixedId('esc'),
  licence: prefixedId('lic'),
  audioCheck: prefixedId('chk'),
  training: prefixedId('trn'),
  royalty: prefixedId('roy'),
  invoice: prefixedId('inv'),
  payout: prefixedId('po'),
  payment: prefixedId('pay'),
  refund: prefixedId('rfd'),
} as const

/** A voice's id: a catalogue id such as `premium_en_us_001`, or `voice_` and random letters. */
export const voiceId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z0-9_]+$/, 'may only hold small letters, digits and _')

/** A text without U+0000, the one character that Postgres cannot keep. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the very character that is refused
export const storable = /^[^\u0000]*$/

/** A moment, ISO 8601 with offset Z. */
export const instant = z.iso.datetime()

/** An amount in euro for screens; exact micro-euro amounts never leave the server as floats but here. */
export const euro = z.number()

export const empty = z.object({})

/** Cursor paging: `limit` with a maximum, `cursor` as given by the page before. */
export function page(defaultLimit: number, maximum = 100) {
  return z.object({
    limit: z.coerce.number().int().min(1).max(maximum).default(defaultLimit),
    cursor: z.string().max(200).optional(),
  })
}
