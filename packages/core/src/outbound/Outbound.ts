/** What the engine fetches from other servers, through one port: the implementation decides which addresses are safe. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/**
 * What is sent along with a request.
 * @since 0.1.0
 */
export interface OutboundPost {
  readonly contentType: string
  readonly body: string
}

/**
 * What is fetched, and how much of it at most. A GET, unless something is posted.
 * @since 0.1.0
 */
export interface OutboundRequest {
  /** An absolute http or https address. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** What to post. A redirect of a POST is the answer, and never followed. */
  readonly post?: OutboundPost
  /** The most bytes of the body, after decompression. */
  readonly maxBytes: number
  /** The most time for everything, redirects and body included; 30 seconds when absent. */
  readonly timeout?: Duration.DurationInput
  /** Whether a redirect to this absolute address is followed; it is the answer where not. Absent: all that are safe. */
  readonly follow?: (url: string) => boolean
}

/**
 * An answer of any status, after redirects; itself a redirect only where the request did not want it followed.
 * @since 0.1.0
 */
export interface OutboundResponse {
  /** The address that answered. */
  readonly url: string
  readonly status: number
  /** By lower-case name; several lines joined by a comma. Length and coding are left out: the body has neither. */
  readonly headers: Readonly<Record<string, string>>
  /** The decompressed body, to be read once inside the scope of the fetch. */
  readonly body: Stream.Stream<Uint8Array, OutboundError>
}

/**
 * Why nothing came back: `refused` an address that may not be fetched, `timeout` too slow, `too-large` more bytes than
 * asked for, `unreachable` no answer, `unknown-host` a name without an address, `malformed` not HTTP. `message` names the address and is safe to show.
 * @since 0.1.0
 */
export class OutboundError extends Data.TaggedError("OutboundError")<{
  readonly reason: "refused" | "timeout" | "too-large" | "unreachable" | "unknown-host" | "malformed"
  readonly message: string
}> {}

/**
 * Fetches.
 * @since 0.1.0
 */
export interface OutboundService {
  /** The answer as soon as its headers are there; the connection is closed with the scope. */
  readonly fetch: (request: OutboundRequest) => Effect.Effect<OutboundResponse, OutboundError, Scope.Scope>
}

/**
 * The port through which everything goes out.
 * @since 0.1.0
 */
export class Outbound extends Context.Tag("@lectern/core/Outbound")<Outbound, OutboundService>() {}

/**
 * For an engine that fetches nothing: every address is refused.
 * @since 0.1.0
 */
export const closed: OutboundService = {
  fetch: ({ url }) => new OutboundError({ reason: "refused", message: `${url}: this engine fetches no addresses` })
}

/**
 * {@link closed} as a layer.
 * @since 0.1.0
 */
export const layerClosed: Layer.Layer<Outbound> = Layer.succeed(Outbound, closed)

/**
 * An answer with its whole body.
 * @since 0.1.0
 */
export interface FetchedBytes extends Omit<OutboundResponse, "body"> {
  readonly bytes: Uint8Array
}

/**
 * Chunks as one.
 * @since 0.1.0
 */
export const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(chunks.reduce((total, { length }) => total + length, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/**
 * Fetches the whole body.
 * @since 0.1.0
 */
export const fetchBytes = (
  outbound: OutboundService,
  request: OutboundRequest
): Effect.Effect<FetchedBytes, OutboundError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { body, ...answer } = yield* outbound.fetch(request)
      return { ...answer, bytes: joined([...(yield* Stream.runCollect(body))]) }
    })
  )
