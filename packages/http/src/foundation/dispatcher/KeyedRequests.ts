/** Requests with an `Idempotency-Key`, which are answered at most once, and then repeat their answer. */
import type { Actor } from "@lectern/core/access/Actor"
import type { LecternError } from "@lectern/core/errors/Errors"
import type { IdempotencyService } from "@lectern/core/idempotency/Idempotency"
import * as Effect from "effect/Effect"
import { type Answer, isStreamed } from "./Exchange.js"
import type { OperationRequest } from "./Operation.js"
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

const answers = { write, read: (text: string) => JSON.parse(text) as Answer }

const repeated = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, "idempotency-replayed": "true" }
})

/** The key of a request, if its operation takes one. */
export const keyOf = (route: ApiRoute, { request }: OperationRequest): string | undefined =>
  route.method === "POST" && !route.readsOnly ? request.header(header) : undefined

/**
 * Answers a request with a key. `input` is what a repetition must have in common with it; a body that is read as it
 * arrives is not part of that.
 */
export const answerOnce = <E>(
  once: Once,
  key: string,
  { request, path, search }: OperationRequest,
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
