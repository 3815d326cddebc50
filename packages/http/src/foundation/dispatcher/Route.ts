/** An operation, compiled from its declaration: everything that a request needs is prepared once. */
import type { LecternError } from "@lectern/core/errors/Errors"
import type * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type * as ParseResult from "effect/ParseResult"
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
  /** The status of a success. */
  readonly status: number
  /** The maximum size of the body, in bytes. */
  readonly bodyLimit: number
  /** Whether the handler reads the body itself. */
  readonly takesBytes: boolean
  /** Whether it changes nothing, although its method is not GET. */
  readonly readsOnly: boolean
  /** The kind of place through which visitors can use it without a token; when absent, they cannot. */
  readonly visitors: "site" | "space" | undefined
  /** Whether its answer depends on a visitor's credentials, even if only on the key of a share link. */
  readonly takesVisitor: boolean
  /** The headers of every answer, including failures. */
  readonly answerHeaders?: Readonly<Record<string, string>>
  /** The headers of the answer to OPTIONS for this path, in addition to the common ones. */
  readonly optionsHeaders?: Readonly<Record<string, string>>
  readonly decodePath: Decode | undefined
  readonly decodeQuery: Decode | undefined
  /** The headers that it declares, in lower case, and their decoder. */
  readonly headers: ReadonlyArray<string>
  readonly decodeHeaders: Decode | undefined
  readonly decodePayload: Decode | undefined
  /** Checks an answer against the declared shape; `undefined` for operations without a body in the answer. */
  readonly encodeAnswer: Decode | undefined
  /** The same for the other statuses that it declares. */
  readonly encodeOthers: ReadonlyMap<number, Decode>
  /** Its handler, which may have to be loaded. */
  readonly handler: () => Effect.Effect<AnyHandler, LecternError>
}

/** Parameters of a path, still percent-encoded. */
export type Params = Readonly<Record<string, string>>

/** A route outside the API: health, documents, files. It needs no token and builds its own answer. */
export interface PlainRoute {
  readonly kind: "plain"
  readonly method: string
  /** As in the API's declaration; a last parameter written `*name` takes the rest of the path. */
  readonly path: string
  readonly operation: string
  /** Whether it is exempt from rate limits, as health probes are. */
  readonly unlimited?: boolean
  readonly answer: (params: Params, request: HttpRequest) => Effect.Effect<Answer, LecternError>
}

/** Any target of a path. */
export type Route = ApiRoute | PlainRoute

/** Pages at all paths that have no route. */
export interface AnyPages {
  readonly answer: PlainRoute["answer"]
  /** Whether a URL, with or without a query, accepts POST, and no other method. */
  readonly takesPost?: (url: string) => boolean
}

/** Answers reads of paths without a route, such as the pages of published sites. */
export interface Pages extends AnyPages {
  /** Whether it answers browsers at `/`, too. */
  readonly hasHome: boolean
  /** Answers `/docs` and everything below with a reference of the API; when absent, these paths are not found. */
  readonly reference?: PlainRoute["answer"]
  /**
   * The pages of the host that a request was sent to, if it has pages of its own. Such a host has nothing else: no
   * route is answered there. `undefined` in place of an effect if the host cannot have any.
   */
  readonly ofHost?: (request: HttpRequest) => Effect.Effect<AnyPages | undefined, LecternError> | undefined
}

/** The pages for people who sign in, write and administer, as routes beside the API. */
export interface ConsoleRoutes {
  /** The public base URL that they are made for. */
  readonly baseUrl: string
  readonly routes: ReadonlyArray<PlainRoute>
}
