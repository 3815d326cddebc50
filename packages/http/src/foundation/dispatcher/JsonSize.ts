/**
 * Checks the number of values of a JSON body and their nesting before it is parsed: parsing many small values takes
 * seconds, and code that walks deep ones may recurse.
 */
import { bytesPerTurn, giveWay } from "@lectern/core/internal/foundation/scheduling/Turns"
import * as Effect from "effect/Effect"
import { brace, bracket, comma, endBrace, endBracket, endOfString, quote } from "./JsonBytes.js"
import { requestLimits } from "./Limits.js"

/** The problem with the shape of a body, whatever its meaning; `undefined` if there is none. Yields in between. */
export const problemOfShape = (bytes: Uint8Array): Effect.Effect<string | undefined> => {
  const { jsonLevels, jsonValues } = requestLimits
  let at = 0
  let values = 0
  let level = 0
  const look: Effect.Effect<string | undefined> = Effect.suspend(() => {
    for (const end = Math.min(at + bytesPerTurn, bytes.length); at < end; ) {
      const byte = bytes[at]
      at = byte === quote ? endOfString(bytes, at + 1) : at + 1
      if (byte === comma) values++
      else if (byte === bracket || byte === brace) {
        values++
        level++
      } else if (byte === endBracket || byte === endBrace) level--
      if (values > jsonValues) return Effect.succeed(`expected at most ${jsonValues} values`)
      if (level > jsonLevels) return Effect.succeed(`expected at most ${jsonLevels} levels of nesting`)
    }
    return at >= bytes.length ? Effect.succeed(undefined) : Effect.zipRight(giveWay, look)
  })
  return look
}
