/** Handlers of a declaration's endpoints: one function each, from decoded input to an answer in wire shape. */
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { Actor } from "@lectern/core/access/Actor"
import type { LecternError } from "@lectern/core/errors/Errors"
import type * as Effect from "effect/Effect"
import type { ProtocolError } from "../errors/ProtocolErrors.js"

/** An answer with another status that its operation declares, and with its own headers. */
export class Answered<A> {
  constructor(
    readonly status: number,
    readonly value: A,
    readonly headers: Readonly<Record<string, string>>
  ) {}
}

type Run<Input, A> = (input: Input) => Effect.Effect<A, LecternError | ProtocolError, Actor>

/**
 * An operation whose answer changes only with the version of something, such as the head of a space: the version is
 * computed first, which also checks the caller's access, and saves the work if the client already has the answer.
 */
export interface Versioned<Input, A> {
  readonly version: Run<Input, string>
  readonly answer: Run<Input, A>
}

/** The implementation of an operation. */
export type Handler<Input, A> = Run<Input, A | Answered<A>> | Versioned<Input, A>

/** The decoded input of an endpoint. */
export type InputOf<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any> = Omit<
  HttpApiEndpoint.HttpApiEndpoint.Request<Endpoint>,
  "request"
>

/** The handlers of a group's endpoints, by operation name. */
export type GroupHandlers<Group extends HttpApiGroup.HttpApiGroup.Any> = {
  readonly [Endpoint in HttpApiGroup.HttpApiGroup.Endpoints<Group> as HttpApiEndpoint.HttpApiEndpoint.Name<Endpoint>]: Handler<
    InputOf<Endpoint>,
    HttpApiEndpoint.HttpApiEndpoint.Success<Endpoint>
  >
}

/** The handlers of any endpoint, as stored by the dispatcher. */
export type AnyHandler = Handler<never, unknown>
