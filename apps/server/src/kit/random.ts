import { randomBytes } from 'node:crypto'

/** Where secrets and ids come from; a test may hand in a seeded one. */
export interface Random {
  bytes(length: number): Buffer
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length) }
