import type { AnswerOf, BodyOf, ParamsOf, QueryOf, RouteSpec } from '@viva-voce/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Viewer } from './viewer.ts'

type ViewerOf<R extends RouteSpec> = R['access'] extends { kind: 'people' } ? Viewer : Viewer | null

/** One call, checked against its route: who calls, and the parsed parameters, query and body. */
export interface Call<R extends RouteSpec> {
  ctx: Context
  viewer: ViewerOf<R>
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler resolves to: the JSON answer of its route, or the reply that it has sent itself. */
type Result<R extends RouteSpec> = R['answer'] extends string ? FastifyReply : AnswerOf<R>

export interface Endpoint {
  route: RouteSpec
  handle(call: Call<RouteSpec>): Promise<unknown>
}

/** Ties a handler to its route in the contract, which gives the handler its types. */
export function endpoint<R extends RouteSpec>(
  route: R,
  handle: (call: Call<R>) => Promise<Result<R>>,
): Endpoint {
  return { route, handle: handle as unknown as Endpoint['handle'] }
}
