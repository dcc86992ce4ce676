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

/** Ids are a prefix and a UUIDv7 (RFC 9562) in Crockford base 32 (the TypeID encoding), so they sort by time. */
export function createIds(clock: Clock, random: Random): Ids {
  return {
    next: (prefix) => `${prefix}_${encode(uuidV7(clock.now().getTime(), random.bytes(10)))}`,
  }
}

/** 48 bits of milliseconds, then version, variant and 74 random bits. */
function uuidV7(ms: number, random: Buffer): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(ms, 0, 6)
  random.copy(bytes, 6)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return bytes
}

function encode(uuid: Buffer): string {
  let rest = BigInt(`0x${uuid.toString('hex')}`)
  let text = ''
  for (let place = 0; place < 26; place++) {
    text = alphabet[Number(rest & 31n)] + text
    rest >>= 5n
  }
  return text
}
