/** Serializes JSON answers, yielding while it writes large ones, so that other requests can proceed. */
import { sharedText } from "@lectern/core/internal/foundation/lists/SharedAnswers"
import { giveWay, isOverdue, turn } from "@lectern/core/internal/foundation/scheduling/Turns"
import { WrittenDocument } from "@lectern/core/internal/text/markdown/WrittenDocument"
import * as Effect from "effect/Effect"

const encoder = new TextEncoder()

/**
 * How many characters are encoded in one step. Concatenating a text of tens of megabytes first would block for a tenth
 * of a second to flatten it, and as long again to encode it.
 */
const stretch = 65_536

/** How many bytes are copied in one step. */
const copied = 1_048_576

/** How many values are written in one step, and their maximum nesting. */
const portion = 10_000
const deepest = 200

/** A container that is being written: `keys` are the keys of an object. */
interface Open {
  readonly values: { readonly [key: string | number]: unknown }
  readonly keys: ReadonlyArray<string> | undefined
  readonly length: number
  at: number
  /** Whether none of it has been written yet. */
  empty: boolean
}

/** Whether a value is serialized as its own parts, and not by its `toJSON`. */
const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !("toJSON" in value && typeof value.toJSON === "function")

/**
 * The remaining budget of parts after a value; negative if it has too many or nests too deeply. It visits no more parts
 * than the budget, so it does not use `for in` over an array, which would list all indices first.
 */
const left = (value: unknown, budget: number, depth: number): number => {
  if (typeof value !== "object" || value === null) return budget - 1
  if (value instanceof WrittenDocument) return -1
  if (!isPlain(value)) return budget - 1
  let rest = depth === 0 ? -1 : budget - 1
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && rest >= 0; at++) rest = left(value[at], rest, depth - 1)
    return rest
  }
  for (const key in value) {
    if (rest < 0) return rest
    rest = left((value as Open["values"])[key], rest, depth - 1)
  }
  return rest
}

/** Whether a value has few enough parts to be written in one step. */
const isSmall = (value: unknown): boolean => left(value, portion, deepest) >= 0

const opened = (value: object): Open => {
  const keys = Array.isArray(value) ? undefined : Object.keys(value)
  const values = value as Open["values"]
  return { values, keys, length: keys?.length ?? (value as ReadonlyArray<unknown>).length, at: 0, empty: true }
}

/** `write` continues until it should yield, and returns whether everything is written; then `parts` has it in UTF-8. */
const writer = (value: object) => {
  const stack = [opened(value)]
  const parts: Array<Uint8Array> = []
  let text = Array.isArray(value) ? "[" : "{"
  const encode = (): void => {
    parts.push(encoder.encode(text))
    text = ""
  }
  const writeNext = (open: Open): void => {
    const key = open.keys?.[open.at] ?? open.at
    open.at++
    const part = open.values[key]
    const shared = sharedText(part)
    const small = shared !== undefined || isSmall(part)
    const written = small ? (shared ?? JSON.stringify(part)) : ""
    if (written === undefined && open.keys !== undefined) return
    text += open.empty ? "" : ","
    open.empty = false
    if (open.keys !== undefined) text += `${JSON.stringify(key)}:`
    if (part instanceof WrittenDocument) {
      encode()
      parts.push(part.json)
    } else if (small || !isPlain(part)) text += written ?? "null"
    else {
      text += Array.isArray(part) ? "[" : "{"
      stack.push(opened(part))
    }
  }
  const write = (): boolean => {
    for (let open = stack.at(-1); open !== undefined; open = stack.at(-1)) {
      if (open.at < open.length) writeNext(open)
      else {
        text += open.keys === undefined ? "]" : "}"
        stack.pop()
      }
      if (text.length > stretch) encode()
      if (isOverdue()) return false
    }
    encode()
    return true
  }
  return { write, parts }
}

/** Joins parts into one piece. Yields while copying tens of megabytes. */
const joined = (parts: ReadonlyArray<Uint8Array>): Effect.Effect<Uint8Array> =>
  Effect.suspend(() => {
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
    let end = 0
    const copy = (part: Uint8Array, from = 0): Effect.Effect<void> => {
      const slice = part.subarray(from, from + copied)
      whole.set(slice, end)
      end += slice.length
      const next = from + copied
      return next < part.length
        ? Effect.zipRight(
            giveWay,
            Effect.suspend(() => copy(part, next))
          )
        : giveWay
    }
    return Effect.as(
      Effect.forEach(parts, (part) => copy(part), { discard: true }),
      whole
    )
  })

/** How many items of a list are joined in one step: fewer than take a millisecond. */
const joinedItems = 1_000

/** The JSON of a list whose items are shared answers; `undefined` of anything else. */
const listText = (value: object): string | undefined => {
  if (!("items" in value && Array.isArray(value.items))) return undefined
  const { items, ...rest } = value
  if (items.length === 0 || items.length > joinedItems) return undefined
  const texts: Array<string> = []
  for (const item of items) {
    const text = sharedText(item)
    if (text === undefined) return undefined
    texts.push(text)
  }
  const head = JSON.stringify(rest)
  // One join, because each concatenation of the whole would copy it again when it is sent.
  texts[0] = `${head === "{}" ? "{" : `${head.slice(0, -1)},`}"items":[${texts[0]}`
  texts[texts.length - 1] += "]}"
  return texts.join()
}

/** The result of `JSON.stringify`; in UTF-8 if it is large, in which case it yields every few milliseconds. */
export const jsonText = (value: unknown): Effect.Effect<string | Uint8Array> => {
  if (!isPlain(value)) return Effect.sync(() => JSON.stringify(value))
  const shared = sharedText(value) ?? listText(value)
  if (shared !== undefined) return Effect.succeed(shared)
  if (isSmall(value)) return Effect.sync(() => JSON.stringify(value))
  const { parts, write } = writer(value)
  const writeOn: Effect.Effect<Uint8Array> = Effect.suspend(() =>
    write() ? joined(parts) : Effect.zipRight(turn, writeOn)
  )
  return writeOn
}
