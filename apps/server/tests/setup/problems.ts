import { type ErrorCode, errorCodes, type Problem, problem, problemType } from '@viva-voce/contract'
import { expect } from 'vitest'

/** Checks that an answer is the whole problem document of `code`, and returns it. */
export async function expectProblem(answer: Response, code: ErrorCode): Promise<Problem> {
  const text = await answer.text()
  expect(answer.status, text).toBe(errorCodes[code].status)
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  const body = problem.parse(JSON.parse(text))
  expect(body).toMatchObject({
    code,
    type: problemType(code),
    title: errorCodes[code].title,
    status: errorCodes[code].status,
    detail: body.error,
    request_id: answer.headers.get('x-request-id'),
  })
  expect(body.error).toMatch(/^\S.{8,}/)
  return body
}

/** Checks that an answer is a refusal of `code` in OpenAI's shape. */
export async function expectOpenaiError(answer: Response, code: ErrorCode): Promise<void> {
  expect(answer.status).toBe(errorCodes[code].status)
  expect(await answer.json()).toMatchObject({
    error: { code, message: expect.stringMatching(/^\S.{8,}/), type: expect.any(String) },
    request_id: answer.headers.get('x-request-id'),
  })
}
