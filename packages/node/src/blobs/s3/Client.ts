/** Signed requests to one bucket. */
import { createHash } from "node:crypto"
import { AwsV4Signer } from "aws4fetch"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
// Bun has a stand-in of its own for "undici", whose agents send nothing.
import { Agent, type Dispatcher, request } from "undici/index.js"
import { broken, refused, S3Failure } from "./Failure.js"
import type { S3Credentials, S3Options } from "./Options.js"

/** A request for an object, or for the bucket if `name` is absent. */
export interface Call {
  /** The name of the operation, for messages. */
  readonly operation: string
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE"
  readonly name?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** The SHA-256 of the body in lower-case hex. The store refuses a body with another one. */
  readonly bodyHash?: string
}

/** A bucket, or the part of it whose names begin with a prefix. Names of objects are without that prefix. */
export interface Client {
  /** Sends a request once, and passes the answer on. */
  readonly once: <A>(call: Call, take: (answer: Dispatcher.ResponseData) => Promise<A>) => Effect.Effect<A, S3Failure>
  /** The same call, with retries of temporary failures, including failures of `take`. */
  readonly send: <A>(call: Call, take: (answer: Dispatcher.ResponseData) => Promise<A>) => Effect.Effect<A, S3Failure>
  /** Sends a request, and returns the answer as text. */
  readonly text: (call: Call) => Effect.Effect<string, S3Failure>
  /** Retries an effect after temporary failures, each time after a longer pause. */
  readonly persistently: <A>(effect: Effect.Effect<A, S3Failure>) => Effect.Effect<A, S3Failure>
  /** A description of an operation, for messages. */
  readonly describe: (operation: string) => string
  readonly prefix: string
}

/** How many times a request is repeated. */
const repeats = 5

/** The size of the largest answer that is read as text, in bytes: a list of a thousand objects takes 500 KB. */
const largestText = 8 * 1024 * 1024

/** How long connecting, waiting for an answer and waiting for more of it may take, in milliseconds. */
const timeouts = { connect: 10_000, headers: 60_000, body: 30_000 }

const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex")

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const pieces: Array<Uint8Array> = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > largestText) throw new Error("the answer is too long")
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString("utf8")
}

/** The URL of a bucket, which ends with a slash. */
export const urlOf = ({ addressing, bucket, endpoint, region }: Omit<S3Options, "credentials">): string => {
  const origin = new URL(endpoint ?? `https://s3.${region ?? "us-east-1"}.amazonaws.com`).origin
  const byHost = (addressing ?? (endpoint === undefined && !bucket.includes(".") ? "host" : "path")) === "host"
  return byHost ? `${origin.replace("://", `://${bucket}.`)}/` : `${origin}/${bucket}/`
}

const prefixOf = ({ prefix = "" }: S3Options): string => (prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`)

/**
 * A client of the bucket in `options`. It does not use the guarded fetch: the endpoint is configured by the operator
 * of the server, never by its users, and is often at a private address. Redirects are not followed.
 */
export const make = (options: S3Options): Client => {
  const { bucket, region = "us-east-1", retryDelay = 200 } = options
  const [url, prefix] = [urlOf(options), prefixOf(options)]
  const agent = new Agent({
    connect: { timeout: timeouts.connect },
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body
  })
  const signingKeys = new Map<string, ArrayBuffer>()
  const describe = (operation: string): string => `${operation} in the bucket ${bucket} at ${new URL(url).host}`
  const given: () => S3Credentials | Promise<S3Credentials> =
    typeof options.credentials === "function" ? options.credentials : () => options.credentials as S3Credentials

  const signed = async ({ body, bodyHash, headers, method, name, query }: Call) => {
    const { keyId, secret, sessionToken } = await given()
    const target = new URL(`${url}${name === undefined ? "" : prefix + name}`)
    target.search = new URLSearchParams(query).toString()
    return new AwsV4Signer({
      method,
      url: target.href,
      headers: { ...headers, "x-amz-content-sha256": bodyHash ?? sha256(body ?? "") },
      accessKeyId: keyId,
      secretAccessKey: Redacted.value(secret),
      ...(sessionToken !== undefined && { sessionToken: Redacted.value(sessionToken) }),
      service: "s3",
      region,
      cache: signingKeys
    }).sign()
  }

  const once: Client["once"] = (call, take) => {
    const what = describe(call.operation)
    return Effect.tryPromise({
      try: async (signal) => {
        const { headers, url } = await signed(call)
        const { body = null, method } = call
        const sent = { ...Object.fromEntries(headers), ...call.headers }
        const answer = await request(url, { method, headers: sent, body, dispatcher: agent, signal })
        if (answer.statusCode >= 300) {
          throw refused(what, answer.statusCode, answer.headers, await textOf(answer.body).catch(() => ""))
        }
        return await take(answer)
      },
      catch: (cause) => (cause instanceof S3Failure ? cause : broken(what, cause))
    })
  }

  const pauses = Schedule.exponential(retryDelay).pipe(Schedule.jittered, Schedule.intersect(Schedule.recurs(repeats)))
  const persistently: Client["persistently"] = (effect) =>
    Effect.retry(effect, { schedule: pauses, while: ({ passing }) => passing })
  const send: Client["send"] = (call, take) => persistently(once(call, take))

  return {
    once,
    send,
    persistently,
    text: (call) =>
      send(call, async ({ body, headers }) => {
        const text = await textOf(body)
        if (text.includes("<Error>")) throw refused(describe(call.operation), 200, headers, text)
        return text
      }),
    describe,
    prefix
  }
}
