/** Requests with an `Idempotency-Key`, which are answered at most once, and then repeat their answer. */
import type { Actor } from "@lectern/core/access/Actor"
import type { LecternError } from "@lectern/core/errors/Errors"
import type { IdempotencyService } from "@lectern/core/idempotency/Idempotency"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Answer, type HttpRequest, isStreamed } from "./Exchange.js"
import type { ApiRoute } from "./Route.js"

/** The header with the key, in lower case. */
const header = "idempotency-key"

/** Makes calls at most once. */
export type Once = IdempotencyService["once"]

const decoder = new TextDecoder()

const write = ({ body, compressed: _, ...rest }: Answer): string | undefined => {
  if (body === undefined) return JSON.stringify(rest)
  return isStreamed(body)
    ? undefined
    : JSON.stringify({ ...rest, body: typeof body === "string" ? body : decoder.decode(body) })
}

const read: (text: string) => Answer = Schema.decodeUnknownSync(
  Schema.parseJson(
    Schema.Struct({
      status: Schema.Number,
      headers: optional(Schema.Record({ key: Schema.String, value: Schema.String })),
      body: optional(Schema.String),
      contentType: optional(Schema.String),
      tag: optional(Schema.String),
      compressible: optional(Schema.Boolean)
    })
  )
)

const answers = { write, read }

/** A request, with the parts of its URL. */
interface Target {
  readonly request: HttpRequest
  readonly path: string
  readonly search: string
}

const repeated = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, "idempotency-replayed": "true" }
})

/** What says which body a request has that is read as it arrives: the headers. */
export const describedBody = (declared: Readonly<Record<string, string>>, { header }: HttpRequest): unknown => ({
  ...declared,
  length: header("content-length"),
  type: header("content-type")
})

/**
 * Answers a request at most once if it has a key and its operation takes one. `input` is what a repetition must have in
 * common with it, in addition to its URL. Without `once`, keys are ignored.
 */
export const makeAtMostOnce =
  (once: Once | undefined) =>
  <E>(
    { method, readsOnly, takesBytes }: ApiRoute,
    { request, path, search }: Target,
    input: () => unknown,
    answer: Effect.Effect<Answer, E, Actor>
  ): Effect.Effect<Answer, E | LecternError, Actor> => {
    const key = once !== undefined && method === "POST" && !readsOnly ? request.header(header) : undefined
    if (once === undefined || key === undefined) return answer
    const operation = `${method} ${path}${search === "" ? "" : `?${search}`}`
    const call = { key, field: "Idempotency-Key", operation, input: input(), streams: takesBytes, answers }
    return Effect.map(once(call, answer), ({ isRepeated, value }) => (isRepeated ? repeated(value) : value))
  }
