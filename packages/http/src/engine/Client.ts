/**
 * A typed client of the API, derived from its declaration. A failed call fails with the error classes of the engine.
 * @since 0.1.0
 */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { Input } from "@lectern/core/engine/Promises"
import { RateLimited } from "@lectern/core/errors/Errors"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Types from "effect/Types"
import { LecternApi } from "./LecternApi.js"

/** The address of the server, and the caller. */
export interface ClientOptions {
  /** The server's URL, without `/v1`. */
  readonly baseUrl: string
  readonly token: Redacted.Redacted<string>
}

/** Turns 429 into its error, with the details from the headers that the body does not have. */
const refuseLimited = <E>(client: HttpClient.HttpClient.With<E>) =>
  HttpClient.transformResponse(client, (response) =>
    Effect.flatMap(response, (received) =>
      received.status === 429
        ? Effect.fail(
            new RateLimited({
              message: "too many requests",
              limit: Number(received.headers["x-ratelimit-limit"] ?? 0),
              retryAfter: Number(received.headers["retry-after"] ?? 0)
            })
          )
        : Effect.succeed(received)
    )
  )

type Parts =
  typeof LecternApi extends HttpApi.HttpApi<infer _Id, infer G, infer E, infer _R>
    ? { readonly groups: G; readonly errors: E }
    : never

type Groups = Parts["groups"]

/** The client as effects. */
export type Client = HttpApiClient.Client<
  Groups,
  Parts["errors"] | HttpClientError.HttpClientError | RateLimited,
  never
>

/** Creates a client over the HTTP client of the context: `client.spaces.getSpaceById({path: {spaceId}})`. */
export const make = ({ baseUrl, token }: ClientOptions): Effect.Effect<Client, never, HttpClient.HttpClient> =>
  Effect.flatMap(HttpClient.HttpClient, (client) =>
    HttpApiClient.makeWith(LecternApi, {
      baseUrl,
      httpClient: refuseLimited(HttpClient.mapRequest(client, HttpClientRequest.bearerToken(token)))
    })
  )

type Call<Endpoint> =
  Endpoint extends HttpApiEndpoint.HttpApiEndpoint<
    infer _Name,
    infer _Method,
    infer Path,
    infer UrlParams,
    infer Payload,
    infer Headers,
    infer Success,
    infer _Error,
    infer _R,
    infer _RE
  >
    ? (
        request: Input<
          Types.Simplify<HttpApiEndpoint.HttpApiEndpoint.ClientRequest<Path, UrlParams, Payload, Headers, false>>
        >
      ) => Promise<Success>
    : never

/** A client whose calls are promises, which reject with the error, and which accept ids as plain strings. */
export type PromiseClient = {
  readonly [Group in Groups as HttpApiGroup.HttpApiGroup.Name<Group>]: {
    readonly [Endpoint in HttpApiGroup.HttpApiGroup.Endpoints<Group> as HttpApiEndpoint.HttpApiEndpoint.Name<Endpoint>]: Call<Endpoint>
  }
}

/** The address of the server, the caller, and the `fetch` to use: the global one, or a handler such as `WebHandler`. */
export interface PromiseClientOptions {
  /** The server's URL, without `/v1`. */
  readonly baseUrl: string
  readonly token: string
  readonly fetch?: typeof globalThis.fetch
}

const run = async <A, E>(effect: Effect.Effect<A, E>): Promise<A> => {
  const exit = await Effect.runPromiseExit(effect)
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}

/** Creates a client of promises: `await client.spaces.getSpaceById({path: {spaceId}})`. */
export const promises = ({ baseUrl, fetch, token }: PromiseClientOptions): PromiseClient => {
  const transport =
    fetch === undefined
      ? FetchHttpClient.layer
      : Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))
  const client = Effect.runSync(Effect.provide(make({ baseUrl, token: Redacted.make(token) }), transport))
  const groups = Object.entries(client).map(([name, group]) => {
    const calls = Object.entries(group).map(([call, f]) => [
      call,
      (request: never) => run<unknown, unknown>(f(request))
    ])
    return [name, Object.fromEntries(calls)]
  })
  return Object.fromEntries(groups)
}
