/** Bodies of requests: JSON objects within a limit; an empty one is `{}`. */
import { Invalid, invalid, TooLarge } from "@lectern/core/errors/Errors"
import { turn } from "@lectern/core/internal/foundation/scheduling/Turns"
import * as Effect from "effect/Effect"
import { UnsupportedMediaType } from "../errors/ProtocolErrors.js"
import type { HttpRequest } from "./Exchange.js"
import { parseInTurns } from "./JsonParts.js"
import { problemOfShape } from "./JsonSize.js"

const json = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i

/** The size in bytes above which a body is read in turns. */
const large = 1_048_576

const read = (bytes: Uint8Array): Effect.Effect<unknown, Invalid> =>
  Effect.filterOrFail(
    Effect.mapError(parseInTurns(bytes, large), (malformed) =>
      invalid("body", malformed === "UTF-8" ? "expected text in UTF-8" : "expected well-formed JSON")
    ),
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    () => invalid("body", "expected a JSON object")
  )

const tooLarge = (limit: number) => new TooLarge({ message: `body: expected at most ${limit} bytes`, limit })

const notJson = (request: HttpRequest): UnsupportedMediaType | undefined => {
  const encoding = request.header("content-encoding")
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    return new UnsupportedMediaType({ message: "body: expected no content encoding" })
  }
  return json.test(request.header("content-type") ?? "")
    ? undefined
    : new UnsupportedMediaType({ message: "body: expected the content type application/json" })
}

/** Reads and parses the body of a request. The type is checked first, then the size, then the text. */
export const readJson = (
  request: HttpRequest,
  limit: number
): Effect.Effect<unknown, Invalid | TooLarge | UnsupportedMediaType> => {
  const length = request.header("content-length")
  if (length === "0") return Effect.succeed({})
  const refused = notJson(request)
  if (length !== undefined) {
    if (refused !== undefined) return Effect.fail(refused)
    if (Number(length) > limit) return Effect.fail(tooLarge(limit))
  }
  return Effect.flatMap(
    Effect.tryPromise({
      try: () => request.body(limit),
      catch: (error) => (error instanceof Invalid ? error : invalid("body", "it ended early"))
    }),
    (bytes): Effect.Effect<unknown, Invalid | TooLarge | UnsupportedMediaType> => {
      if (bytes === undefined) return Effect.fail(refused ?? tooLarge(limit))
      if (bytes.length === 0) return Effect.succeed({})
      if (refused !== undefined) return Effect.fail(refused)
      const checked = Effect.flatMap(problemOfShape(bytes), (problem) =>
        problem === undefined ? read(bytes) : Effect.fail(invalid("body", problem))
      )
      // The pieces of a chunked body have just been joined, which takes a while.
      return bytes.length > large ? Effect.zipRight(turn, checked) : checked
    }
  )
}
