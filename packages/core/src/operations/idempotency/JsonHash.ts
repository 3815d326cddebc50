/** The hash of a JSON value, whatever the order of its keys. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import * as Effect from "effect/Effect"
import { isOverdue, turn } from "../../foundation/scheduling/Turns.js"

/** The length of text that is hashed at a time. */
const pieceLength = 65_536

/** A part of the text that is still to be written: a text itself, or a value. */
type Part = { readonly text: string } | { readonly value: unknown }

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** The parts of an object or an array, last one first, each entry with what comes before it. */
const partsOf = (value: object): Array<Part> => {
  if (Array.isArray(value)) {
    const entries = value.flatMap((each, i): ReadonlyArray<Part> => [{ text: i === 0 ? "[" : "," }, { value: each }])
    return [...(entries.length === 0 ? [{ text: "[" }] : entries), { text: "]" }].reverse()
  }
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(
      ([name, each], i): ReadonlyArray<Part> => [
        { text: `${i === 0 ? "{" : ","}${JSON.stringify(name)}:` },
        { value: each }
      ]
    )
  return [...(entries.length === 0 ? [{ text: "{" }] : entries), { text: "}" }].reverse()
}

/** The SHA-256 of a JSON value in lower-case hex, in turns if it is large. Properties that are `undefined` do not count. */
export const jsonHash = (value: unknown): Effect.Effect<string> =>
  Effect.gen(function* () {
    const hash = sha256.create()
    const left: Array<Part> = [{ value }]
    let text = ""
    for (let part = left.pop(); part !== undefined; part = left.pop()) {
      if ("text" in part) text += part.text
      else if (isObject(part.value)) for (const each of partsOf(part.value)) left.push(each)
      else text += JSON.stringify(part.value) ?? "null"
      if (text.length < pieceLength) continue
      hash.update(utf8ToBytes(text))
      text = ""
      if (isOverdue()) yield* turn
    }
    return bytesToHex(hash.update(utf8ToBytes(text)).digest())
  })
