/**
 * Requests to other servers, through one port: the implementation decides which addresses are safe.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"

/** The body of a request. */
export interface OutboundPost {
  readonly contentType: string
  readonly body: string
}

/** A request with its limits. */
export interface OutboundRequest {
  /** An absolute http or https URL. */
  readonly url: string
  /** The method in upper case; when absent, GET, or POST if something is posted. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body to send. A redirect is only followed for a GET without one; otherwise it is returned as the response. */
  readonly post?: OutboundPost
  /** The maximum size of the body in bytes, after decompression. */
  readonly maxBytes: number
  /** The time limit for everything, including redirects and the body; 30 seconds when absent. */
  readonly timeout?: Duration.DurationInput
  /**
   * Whether to follow a redirect to this absolute URL; if not, the redirect is the response. When absent, all safe
   * redirects are followed.
   */
  readonly follow?: (url: string) => boolean
}

/** A response of any status, after redirects; it is a redirect only if the request did not want it followed. */
export interface OutboundResponse {
  /** The URL that answered. */
  readonly url: string
  readonly status: number
  /**
   * By lower-case name; repeated headers are joined by a comma. Length and encoding are omitted, as they do not apply
   * to the body.
   */
  readonly headers: Readonly<Record<string, string>>
  /** The decompressed body, to be read once inside the scope of the fetch. */
  readonly body: Stream.Stream<Uint8Array, OutboundError>
}

/**
 * The reason why a request failed: `refused` (the address may not be fetched), `timeout`, `too-large` (more bytes than
 * the limit), `unreachable` (no answer), `unknown-host` (a name without an address), `malformed` (not HTTP). `message`
 * names the URL and is safe to show.
 */
export class OutboundError extends Data.TaggedError("OutboundError")<{
  readonly reason: "refused" | "timeout" | "too-large" | "unreachable" | "unknown-host" | "malformed"
  readonly message: string
}> {}

/** Makes requests to other servers. */
export interface OutboundService {
  /** Whether it may reach addresses that are not public; absent if not. */
  readonly reachesPrivate?: boolean
  /** The response, as soon as its headers have arrived; the connection is closed with the scope. */
  readonly fetch: (request: OutboundRequest) => Effect.Effect<OutboundResponse, OutboundError, Scope.Scope>
}

/** The port for all outgoing requests. */
export class Outbound extends Context.Tag("@lectern/core/Outbound")<Outbound, OutboundService>() {}

/** The implementation of an engine without outgoing requests: every URL is refused. */
export const closed: OutboundService = {
  fetch: ({ url }) => new OutboundError({ reason: "refused", message: `${url}: this engine does not fetch URLs` })
}

/** {@link closed} as a layer. */
export const layerClosed: Layer.Layer<Outbound> = Layer.succeed(Outbound, closed)
