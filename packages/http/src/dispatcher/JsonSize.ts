/**
 * How many values a body of JSON has and how deep they nest, found out before it is parsed: parsing many small ones takes
 * seconds, and what looks at deep ones may recurse.
 */
import { giveWay } from "@lectern/core/internal/scheduling/Turns"
import { Effect } from "effect"
import { requestLimits } from "./Limits.js"

/** How many bytes are looked at before others are let in. */
const portion = 256 * 1024

const [quote, backslash, comma, bracket, brace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]
/** What closes an array or an object is 2 above what opens it. */
const [endBracket, endBrace] = [bracket + 2, brace + 2]

/** Where a string ends whose text begins at `from`: after its quote, or at the end of the bytes. */
const endOfString = (bytes: Uint8Array, from: number): number => {
  for (let end = bytes.indexOf(quote, from); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0
    while (end - escapes > from && bytes[end - escapes - 1] === backslash) escapes++
    if (escapes % 2 === 0) return end + 1
  }
  return bytes.length
}

/** What is wrong with the shape of a body, whatever it means; `undefined` where nothing is. Lets others in between. */
export const problemOfShape = (bytes: Uint8Array): Effect.Effect<string | undefined> => {
  const { jsonLevels, jsonValues } = requestLimits
  let at = 0
  let values = 0
  let level = 0
  const look: Effect.Effect<string | undefined> = Effect.suspend(() => {
    for (const end = Math.min(at + portion, bytes.length); at < end; ) {
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
