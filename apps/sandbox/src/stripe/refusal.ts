/** A refusal in Stripe's words: https://docs.stripe.com/api/errors. */
export class Refusal extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(
    status: number,
    body: { type: string; code?: string; message: string; [more: string]: unknown },
  ) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const invalid = (message: string, code?: string, param?: string): Refusal =>
  new Refusal(400, {
    type: 'invalid_request_error',
    message,
    ...(code && { code }),
    ...(param && { param }),
  })

export const missing = (kind: string, id: string): Refusal =>
  new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: 'id',
  })
