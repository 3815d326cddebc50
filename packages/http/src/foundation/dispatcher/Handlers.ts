/** Handlers of a declaration's endpoints: one function each, from decoded input to an answer in wire shape. */
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { Actor } from "@lectern/core/access/Actor"
import type { LecternError } from "@lectern/core/errors/Errors"
import * as Effect from "effect/Effect"
import type { ProtocolError } from "../errors/ProtocolErrors.js"
import type { FollowedAnswer, StreamAnswer } from "./EventStream.js"

/** An answer with another status that its operation declares, and with its own headers. */
export class Answered<A> {
  constructor(
    readonly status: number,
    readonly value: A,
    readonly headers: Readonly<Record<string, string>>
  ) {}
}

type Answering<A> = Effect.Effect<A, LecternError | ProtocolError, Actor>

/**
 * An answer that changes only with the version of content which the caller may read: the version saves the work of the
 * answer if the client already has it.
 */
export class VersionedAnswer<A> {
  constructor(
    readonly version: Answering<string>,
    readonly answer: () => Answering<A>
  ) {}
}

/** An answer that is read from content once that is opened, which checks the caller's access; see {@link VersionedAnswer}. */
export const versioned = <Opened extends { readonly version: Answering<string> }, A>(
  open: Answering<Opened>,
  answer: (opened: Opened) => Answering<A>
): Answering<VersionedAnswer<A>> =>
  Effect.map(open, (opened) => new VersionedAnswer(opened.version, () => answer(opened)))

/** The implementation of an operation. */
export type Handler<Input, A> = (
  input: Input
) => Answering<A | Answered<A> | VersionedAnswer<A> | FollowedAnswer<A> | StreamAnswer>

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
