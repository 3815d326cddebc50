/** How many values a body of JSON has, found out before it is parsed: parsing many small ones takes seconds. */
import { giveWay } from "@lectern/core/internal/scheduling/Turns"
import { Effect } from "effect"

/** How many values a body may have: arrays, objects and what is in them, far above what any operation takes. */
export const valueLimit = 100_000

/** Shorter bodies are parsed in a few milliseconds, whatever they have. */
const short = 128 * 1024

/** How many bytes are looked at before others are let in. */
const portion = 256 * 1024

const [quote, backslash, comma, bracket, brace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/** Where a string ends whose text begins at `from`: after its quote, or at the end of the bytes. */
const endOfString = (bytes: Uint8Array, from: number): number => {
  for (let end = bytes.indexOf(quote, from); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0
    while (end - escapes > from && bytes[end - escapes - 1] === backslash) escapes++
    if (escapes % 2 === 0) return end + 1
  }
  return bytes.length
}

/** Whether a body has more values than {@link valueLimit}. Lets others in between. */
export const hasTooManyValues = (bytes: Uint8Array): Effect.Effect<boolean> => {
  let at = 0
  let values = 0
  const look: Effect.Effect<boolean> = Effect.suspend(() => {
    for (const end = at + portion; at < Math.min(end, bytes.length); ) {
      const byte = bytes[at]
      at = byte === quote ? endOfString(bytes, at + 1) : at + 1
      if (byte === comma || byte === bracket || byte === brace) values++
      if (values > valueLimit) return Effect.succeed(true)
    }
    return at >= bytes.length ? Effect.succeed(false) : Effect.zipRight(giveWay, look)
  })
  return bytes.length <= short ? Effect.succeed(false) : look
}
