/** An operation, compiled from its declaration: everything that a request needs is prepared once. */
import type { LecternError } from "@lectern/core/errors/Errors"
import type { Effect, Either, ParseResult } from "effect"
import type { Answer, HttpRequest } from "./Exchange.js"
import type { AnyHandler } from "./Handlers.js"

/** Parses a part of the input, or checks an answer. */
export type Decode = (input: unknown) => Either.Either<unknown, ParseResult.ParseIssue>

/** An operation of the declared API. All of them need a token, unless they are open to visitors. */
export interface ApiRoute {
  readonly kind: "api"
  readonly method: string
  readonly path: string
  readonly operation: string
  /** Of a success. */
  readonly status: number
  /** In bytes. */
  readonly bodyLimit: number
  /** Whether the handler reads the body itself. */
  readonly takesBytes: boolean
  /** Through what visitors read it without a token; nobody does when absent. */
  readonly visitors: "site" | "space" | undefined
  /** Whether it answers by what a visitor brings, if that is only the key of a share link. */
  readonly takesVisitor: boolean
  /** What every answer says, failures included. */
  readonly answerHeaders?: Readonly<Record<string, string>>
  /** What the answer to OPTIONS says of this path besides what all say. */
  readonly optionsHeaders?: Readonly<Record<string, string>>
  readonly decodePath: Decode | undefined
  readonly decodeQuery: Decode | undefined
  /** The headers that it takes, in lower case, and how they are parsed. */
  readonly headers: ReadonlyArray<string>
  readonly decodeHeaders: Decode | undefined
  readonly decodePayload: Decode | undefined
  /** Checks an answer against the declared shape; `undefined` for operations that answer nothing. */
  readonly encodeAnswer: Decode | undefined
  /** The same for the answers of the other statuses that it declares. */
  readonly encodeOthers: ReadonlyMap<number, Decode>
  readonly handler: AnyHandler
}

/** Parameters of a path, still percent-encoded. */
export type Params = Readonly<Record<string, string>>

/** A route beside the API: health, documents, files. It needs no token and makes its own answer. */
export interface PlainRoute {
  readonly kind: "plain"
  readonly method: string
  /** As in the API's declaration; a last parameter written `*name` takes the rest of the address. */
  readonly path: string
  readonly operation: string
  /** Whether it is answered however often it is asked for, as probes of the server's own surroundings are. */
  readonly unlimited?: boolean
  readonly answer: (params: Params, request: HttpRequest) => Effect.Effect<Answer, LecternError>
}

/** Whatever a path can lead to. */
export type Route = ApiRoute | PlainRoute

/** Answers reads of the paths that no route has, such as the pages of published sites. */
export interface Pages {
  /** Whether it answers browsers at `/`, too. */
  readonly hasHome: boolean
  readonly answer: PlainRoute["answer"]
  /** Whether something may be posted to an address, which has a query or not. */
  readonly takesPost?: (url: string) => boolean
}
