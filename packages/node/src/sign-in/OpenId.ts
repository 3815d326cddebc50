/**
 * OpenID Connect with `openid-client`.
 * @since 0.1.0
 */
import {
  type OpenIdAttempt,
  OpenIdClient,
  type OpenIdClientService,
  type OpenIdConfiguration,
  OpenIdError
} from "@lectern/core/openid/OpenIdClient"
import { OutboundError } from "@lectern/core/outbound/Outbound"
import * as Cache from "effect/Cache"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Library from "openid-client"
import { type OpenIdFetch, type OpenIdReach, openFetch, originsOf } from "./OpenIdFetch.js"

const load = Effect.tryPromise({
  try: () => import("openid-client"),
  catch: (cause) => new OpenIdError({ reason: "unreachable", message: "openid-client could not be loaded", cause })
})

/** How long a provider's metadata and keys are cached. */
const believed = "10 minutes"

/** How long a provider that has not answered is not contacted again. */
const pause = "5 seconds"

/** The tolerated clock skew between a provider and this server, in seconds. */
const clockTolerance = 30

/** The errors of the library if it gets no answer. */
const unreached: ReadonlySet<string> = new Set(["OAUTH_TIMEOUT", "OAUTH_HTTP_REQUEST_FORBIDDEN"])

const causesOf = (error: unknown): ReadonlyArray<Error> => {
  const found: Array<Error> = []
  for (let at = error; at instanceof Error && found.length < 5; at = at.cause) found.push(at)
  return found
}

const codeOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "failed")

/** The failure, without anything that the provider has sent. */
const failed =
  ({ AuthorizationResponseError }: typeof Library) =>
  (error: unknown): OpenIdError => {
    const code = error instanceof Error ? codeOf(error) : "failed"
    const cause = causesOf(error).at(-1)
    // Parse errors quote the input.
    const isQuoting = cause instanceof SyntaxError || code === "OAUTH_PARSE_ERROR"
    const message = `${code}: ${isQuoting ? "it cannot be parsed" : (cause?.message ?? "no answer")}`
    if (error instanceof AuthorizationResponseError) return new OpenIdError({ reason: "denied", message })
    const unreachable = causesOf(error).find((each) => each instanceof OutboundError)
    if (unreachable !== undefined) return new OpenIdError({ reason: "unreachable", message: unreachable.message })
    return new OpenIdError({ reason: unreached.has(code) ? "unreachable" : "refused", message })
  }

/** Authenticates the client with its secret, by a method that the provider supports. */
const authentication = (library: typeof Library, secret: Redacted.Redacted | undefined): Library.ClientAuth => {
  if (secret === undefined) return library.None()
  const text = Redacted.value(secret)
  const [basic, post] = [library.ClientSecretBasic(text), library.ClientSecretPost(text)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    return (methods === undefined || methods.includes("client_secret_basic") ? basic : post)(server, ...rest)
  }
}

/** OpenID Connect over a fetch; `plain` are the origins that may use plain HTTP. */
const make = (fetch: OpenIdFetch, plain: ReadonlySet<string>): Effect.Effect<OpenIdClientService> =>
  Effect.gen(function* () {
    const discover = ({ clientId, clientSecret, issuer }: OpenIdConfiguration) =>
      Effect.flatMap(load, (library) =>
        Effect.tryPromise({
          try: () =>
            library.discovery(
              new URL(issuer),
              clientId,
              { [library.clockTolerance]: clockTolerance },
              authentication(library, clientSecret),
              {
                [library.customFetch]: (url, options) => fetch(url, options),
                execute: [
                  // Signatures of ID tokens are checked, although they come from the provider itself.
                  library.enableNonRepudiationChecks,
                  ...(plain.has(new URL(issuer).origin) ? [library.allowInsecureRequests] : [])
                ]
              }
            ),
          catch: failed(library)
        })
      )

    const discovered = yield* Cache.makeWith({
      capacity: 200,
      lookup: discover,
      timeToLive: Exit.match({ onFailure: () => pause, onSuccess: () => believed })
    })

    const configurationOf = ({ clientId, clientSecret, issuer }: OpenIdConfiguration) =>
      discovered.get(Data.struct({ issuer, clientId, ...(clientSecret !== undefined && { clientSecret }) }))

    const begin = Effect.fnUntraced(function* (provider: OpenIdConfiguration, attempt: OpenIdAttempt) {
      const library = yield* load
      const configuration = yield* configurationOf(provider)
      const challenge = yield* Effect.promise(() => library.calculatePKCECodeChallenge(attempt.verifier))
      return library.buildAuthorizationUrl(configuration, {
        redirect_uri: attempt.redirectUri,
        scope: "openid email profile",
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: challenge,
        code_challenge_method: "S256",
        ...(attempt.fresh && { prompt: "login", max_age: "0" })
      }).href
    })

    const complete = Effect.fnUntraced(function* (
      provider: OpenIdConfiguration,
      { fresh, nonce, state, verifier }: OpenIdAttempt,
      answer: string
    ) {
      const library = yield* load
      const configuration = yield* configurationOf(provider)
      return yield* Effect.tryPromise({
        try: async () => {
          const tokens = await library.authorizationCodeGrant(configuration, new URL(answer), {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
            ...(fresh && { maxAge: 60 })
          })
          const claims = tokens.claims()
          if (claims === undefined) throw new Error("the provider has sent no ID token")
          if (claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined)
            return claims
          const more = await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          return { ...more, ...claims }
        },
        catch: failed(library)
      })
    })

    return { begin, complete }
  })

/** The port over its own connections, which are all closed with the layer. */
export const layer = (reach: OpenIdReach = {}): Layer.Layer<OpenIdClient> =>
  Layer.scoped(
    OpenIdClient,
    Effect.gen(function* () {
      const { fetch } = yield* Effect.acquireRelease(
        Effect.sync(() => openFetch(reach)),
        ({ close }) => Effect.promise(close)
      )
      return yield* make(fetch, originsOf(reach.issuers ?? []))
    })
  )
