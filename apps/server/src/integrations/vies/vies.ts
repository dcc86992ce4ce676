import { z } from 'zod'

/** What VIES says of a VAT ID: an answer, or a failure that says nothing about the ID. */
export type ViesResult =
  | {
      kind: 'answered'
      valid: boolean
      /** The requestIdentifier: the proof of the consultation; only when we named ourselves. */
      consultationNumber: string | null
      name: string | null
      address: string | null
    }
  | { kind: 'unknown'; failure: string }

export interface Vies {
  check(vatId: { prefix: string; number: string }): Promise<ViesResult>
}

const timeoutMs = 8_000
const mostBytes = 64 * 1024

/** VIES writes `---` where a member state does not tell. */
const told = z
  .string()
  .nullish()
  .transform((text) => (text && !/^[-\s]*$/.test(text) ? text : null))

const answer = z.object({
  valid: z.boolean(),
  requestIdentifier: told,
  name: told,
  address: told,
  userError: z.string().nullish(),
})
const failure = z.object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) })

/**
 * The REST API of VIES (ec.europa.eu/taxation_customs/vies, `check-vat-number`). The body decides and not the HTTP
 * status: VIES answers 200 with MS_UNAVAILABLE as well as 500 with a sound answer's shape. Whatever is no answer —
 * a member state that is away, throttling, a timeout, a page of HTML — is `unknown` and never "invalid".
 */
export function createVies(options: {
  url: string
  /** Our own VAT ID; with it VIES gives a consultation number. */
  requester: { prefix: string; number: string } | null
}): Vies {
  return {
    async check({ prefix, number }) {
      const { requester } = options
      const body = {
        countryCode: prefix,
        vatNumber: number,
        ...(requester && {
          requesterMemberStateCode: requester.prefix,
          requesterNumber: requester.number,
        }),
      }
      try {
        const response = await fetch(`${options.url}/check-vat-number`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(timeoutMs),
        })
        const text = (await response.text()).slice(0, mostBytes)
        return read(text) ?? { kind: 'unknown', failure: `HTTP_${response.status}` }
      } catch (error) {
        const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
        return { kind: 'unknown', failure: isTimeout ? 'TIMEOUT' : 'UNREACHABLE' }
      }
    },
  }
}

/** Null for a body that is not VIES's. */
function read(text: string): ViesResult | null {
  const body = parse(text)
  const failed = failure.safeParse(body)
  if (failed.success) return fromError(failed.data.errorWrappers[0]!.error)
  const answered = answer.safeParse(body)
  if (!answered.success) return null
  const { userError, valid, requestIdentifier, name, address } = answered.data
  if (userError && userError !== 'VALID' && userError !== 'INVALID') return fromError(userError)
  return { kind: 'answered', valid, consultationNumber: requestIdentifier, name, address }
}

/** INVALID_INPUT is about the number; every other code is about VIES. */
function fromError(code: string): ViesResult {
  if (code !== 'INVALID_INPUT') return { kind: 'unknown', failure: code.slice(0, 60) }
  return { kind: 'answered', valid: false, consultationNumber: null, name: null, address: null }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
