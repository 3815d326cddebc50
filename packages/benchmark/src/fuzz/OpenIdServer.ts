/** A server of many OpenID providers that send whichever answers are set. */
import { generateKeyPairSync, type KeyObject } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { OpenIdClient } from "@lectern/core/openid/OpenIdClient"
import * as OpenId from "@lectern/node/sign-in/OpenId"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"

/** A placeholder for the issuer in a provider's metadata. */
export const anyIssuer = "http://issuer.invalid"

/** A new RSA key. */
export const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey

/** A server of many providers, each at its own path, that sends the answers set for it. */
export interface FuzzedProvider {
  readonly origin: string
  /** The client, which records why it refused a response. */
  readonly client: Layer.Layer<OpenIdClient>
  readonly whyNot: () => string
  readonly key: KeyObject
  /** The metadata of the provider at a path. */
  readonly documents: Map<string, string>
  /** The response to a code, or to any code by the provider at a path. */
  readonly answers: Map<string, string>
  readonly close: () => void
}

/** The metadata of a working provider. */
export const documentWith = (more: object = {}): string =>
  JSON.stringify({
    issuer: anyIssuer,
    authorization_endpoint: `${anyIssuer}/authorize`,
    token_endpoint: `${anyIssuer}/token`,
    jwks_uri: `${anyIssuer}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    ...more
  })

/** Starts the server. */
export const fuzzedProvider = async (): Promise<FuzzedProvider> => {
  const key = newKey()
  const keys = JSON.stringify({
    keys: [
      { ...key.export({ format: "jwk" }), ...{ d: undefined, p: undefined, q: undefined }, kid: "key", use: "sig" }
    ]
  })
  const documents = new Map<string, string>()
  const answers = new Map<string, string>()
  const server = createServer({ keepAliveTimeout: 600_000 }, async (request, response) => {
    const [, name = "", what = ""] = /^\/([^/]*)\/(.*)$/.exec(request.url ?? "") ?? []
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const code = new URLSearchParams(Buffer.concat(chunks).toString()).get("code") ?? ""
    const body =
      what === "keys"
        ? keys
        : what === "token"
          ? (answers.get(code) ?? answers.get(name))
          : (documents.get(name) ?? documentWith()).replaceAll(anyIssuer, `${origin}/${name}`)
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  let why = ""
  const noting = Layer.effect(
    OpenIdClient,
    Effect.map(OpenIdClient, ({ begin, complete }) => ({
      begin,
      complete: (...asked: Parameters<typeof complete>) =>
        Effect.tapError(complete(...asked), ({ message, reason }) =>
          Effect.sync(() => {
            why = `${reason}: ${message.replaceAll(/localhost:\d+\S*|https?:\S*/g, "…")}`
          })
        )
    }))
  )
  return {
    origin,
    key,
    documents,
    answers,
    client: Layer.merge(
      Layer.provide(noting, OpenId.layer({ issuers: [origin] })),
      Logger.minimumLogLevel(LogLevel.Warning)
    ),
    whyNot: () => why,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
