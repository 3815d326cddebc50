/** Parses large JSON part by part, since `JSON.parse` of 20 MB takes a tenth of a second. */
import { bytesPerTurn, giveWay } from "@lectern/core/internal/foundation/scheduling/Turns"
import * as Effect from "effect/Effect"
import { brace, bracket, colon, comma, endBrace, endBracket, endOfString, quote } from "./JsonBytes.js"

/** The format that bytes violate. */
export type Malformed = "UTF-8" | "JSON"

/** How many levels of containers are taken apart: each of them is scanned again. */
const levels = 3

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const afterSpaces = (bytes: Uint8Array, from: number): number => {
  let at = from
  while (isSpace(bytes[at])) at++
  return at
}

/** The end of the value that begins at `from`, according to brackets and quotes. */
const endOfValue = (bytes: Uint8Array, from: number): Effect.Effect<number> => {
  let at = from
  let level = 0
  const look: Effect.Effect<number> = Effect.suspend(() => {
    for (const end = Math.min(at + bytesPerTurn, bytes.length); at < end; ) {
      const byte = bytes[at]!
      if (level === 0 && (byte === comma || byte === endBracket || byte === endBrace)) {
        return Effect.succeed(at)
      }
      if (byte === bracket || byte === brace) level++
      else if (byte === endBracket || byte === endBrace) level--
      at = byte === quote ? endOfString(bytes, at + 1) : at + 1
    }
    return at >= bytes.length ? Effect.succeed(bytes.length) : Effect.zipRight(giveWay, look)
  })
  return look
}

const ofWhole = new TextDecoder("utf-8", { fatal: true })
/** A byte order mark is allowed only at the beginning. */
const ofPart = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const parseAtOnce = (bytes: Uint8Array, decoder: TextDecoder): Effect.Effect<unknown, Malformed> =>
  Effect.flatMap(
    Effect.try({ try: () => decoder.decode(bytes), catch: (): Malformed => "UTF-8" }),
    (text): Effect.Effect<unknown, Malformed> =>
      Effect.try({ try: (): unknown => JSON.parse(text), catch: (): Malformed => "JSON" })
  )

const parseContainer = (bytes: Uint8Array, level: number, most: number): Effect.Effect<unknown, Malformed> =>
  Effect.gen(function* () {
    const open = afterSpaces(bytes, 0)
    const keyed = bytes[open] === brace
    const end = keyed ? endBrace : endBracket
    const entries: Array<[key: string, value: unknown]> = []
    let at = afterSpaces(bytes, open + 1)
    let isMore = bytes[at] !== end
    while (isMore) {
      let key = ""
      if (keyed) {
        if (bytes[at] !== quote) return yield* Effect.fail<Malformed>("JSON")
        const after = endOfString(bytes, at + 1)
        key = String(yield* parseAtOnce(bytes.subarray(at, after), ofPart))
        at = afterSpaces(bytes, after)
        if (bytes[at] !== colon) return yield* Effect.fail<Malformed>("JSON")
        at = afterSpaces(bytes, at + 1)
      }
      const after = yield* endOfValue(bytes, at)
      entries.push([key, yield* parse(bytes.subarray(at, after), level + 1, most)])
      yield* giveWay
      isMore = bytes[after] === comma
      at = isMore ? afterSpaces(bytes, after + 1) : after
    }
    if (bytes[at] !== end || afterSpaces(bytes, at + 1) < bytes.length) return yield* Effect.fail<Malformed>("JSON")
    return keyed ? Object.fromEntries(entries) : entries.map(([, value]) => value)
  })

const parse = (bytes: Uint8Array, level: number, most: number): Effect.Effect<unknown, Malformed> => {
  const first = bytes[afterSpaces(bytes, 0)]
  return bytes.length > most && level < levels && (first === bracket || first === brace)
    ? parseContainer(bytes, level, most)
    : parseAtOnce(bytes, level === 0 ? ofWhole : ofPart)
}

/**
 * The value that `JSON.parse` returns for a text in UTF-8. The parts of a text with more than `most` bytes are parsed
 * in turns.
 */
export const parseInTurns = (bytes: Uint8Array, most: number): Effect.Effect<unknown, Malformed> =>
  parse(bytes, 0, most)
