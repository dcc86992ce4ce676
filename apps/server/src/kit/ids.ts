import type { Clock } from './clock.ts'
import type { Random } from './random.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

export type IdPrefix =
  | 'usr'
  | 'ses'
  | 'tal'
  | 'dev'
  | 'key'
  | 'syn'
  | 'pi'
  | 'esc'
  | 'lic'
  | 'roy'
  | 'inv'
  | 'po'
  | 'pay'
  | 'rfd'
  | 'txn'
  | 'smp'
  | 'chk'
  | 'trn'
  | 'proc'
  | 'req'

/** Makes ids such as `syn_01h455vb4pex5vsknk084sn02q`. */
export interface Ids {
  next(prefix: IdPrefix): string
}

const tailBits = 74n
/** As far apart as two ids of one millisecond are at most: nobody guesses one from the other. */
const stepBits = 48n

/**
 * Ids are a prefix and a UUIDv7 (RFC 9562) in Crockford base 32 (the TypeID encoding), so they sort by time. Those that one
 * process makes in one millisecond sort in the order in which they were made (section 6.2, method 2), since a transaction
 * may post twice to a wallet and its statement has to show which came first.
 */
export function createIds(clock: Clock, random: Random): Ids {
  let lastMs = -1
  let tail = 0n
  return {
    next(prefix) {
      const ms = clock.now().getTime()
      const chance = BigInt(`0x${random.bytes(10).toString('hex')}`)
      const next = tail + 1n + lowest(chance, stepBits)
      // A tail at the very end of its range, one in 2^26, has no room for a next one, which is then in no order.
      tail = ms === lastMs && next < 1n << tailBits ? next : tailOf(chance)
      lastMs = ms
      return `${prefix}_${encode(uuidV7(ms, tail))}`
    },
  }
}

/** What of 80 bits stays beside version and variant, where they stand. */
const tailOf = (chance: bigint): bigint => (lowest(chance >> 64n, 12n) << 62n) | lowest(chance, 62n)

const lowest = (value: bigint, bits: bigint): bigint => value & ((1n << bits) - 1n)

/** 48 bits of milliseconds, version 7, twelve bits of the tail, the variant, and the other 62. */
function uuidV7(ms: number, tail: bigint): bigint {
  const high = (BigInt(ms) << 16n) | 0x7000n | lowest(tail >> 62n, 12n)
  return (high << 64n) | (0b10n << 62n) | lowest(tail, 62n)
}

function encode(uuid: bigint): string {
  let rest = uuid
  let text = ''
  for (let place = 0; place < 26; place++) {
    text = alphabet[Number(rest & 31n)] + text
    rest >>= 5n
  }
  return text
}
