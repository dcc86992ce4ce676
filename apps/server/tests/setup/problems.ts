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
