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

/** The key of a request, if its operation takes one. */
export const keyOf = (route: ApiRoute, { request }: Target): string | undefined =>
  route.method === "POST" && !route.readsOnly ? request.header(header) : undefined

/**
 * Answers a request with a key. `input` is what a repetition must have in common with it; a body that is read as it
 * arrives is not part of that.
 */
export const answerOnce = <E>(
  once: Once,
  key: string,
  { request, path, search }: Target,
  { input, streams }: { readonly input: unknown; readonly streams: boolean },
  answer: Effect.Effect<Answer, E, Actor>
): Effect.Effect<Answer, E | LecternError, Actor> =>
  Effect.map(
    once(
      {
        key,
        field: "Idempotency-Key",
        operation: `${request.method} ${path}${search === "" ? "" : `?${search}`}`,
        input,
        streams,
        answers
      },
      answer
    ),
    ({ isRepeated, value }) => (isRepeated ? repeated(value) : value)
  )
