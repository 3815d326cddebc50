/**
 * Large plain data in pieces. A thread serializes and deserializes a message as a whole, so large data goes to a worker
 * or to a process, and comes back, piece by piece. Shared objects stay shared.
 */
import { setImmediate } from "node:timers/promises"
import { Numbers } from "./Numbering.js"

/** A part of a value, column by column: for each entry its value, its container and its key. */
export interface Piece {
  readonly kinds: ReadonlyArray<Kind>
  /** The number of the container that an entry is in, from 0 in the order of their entries. */
  readonly holders: ReadonlyArray<number>
  readonly keys: ReadonlyArray<string | number>
  /** The value of an entry; for `same`, the number of the container; for a value in parts, its length. */
  readonly values: ReadonlyArray<unknown>
}

/**
 * A value of any other kind, a new object, array or map, bytes as a whole, any of these that occurred before, or a long
 * string or bytes in parts. A map contains its entries.
 */
type Kind = "leaf" | "object" | "array" | "map" | "whole" | "same" | "text" | "bytes"

type Container = Record<string | number, unknown>

/** The maximum number of entries of a piece. */
const pieceSize = 4000
/** How many characters or bytes count as an entry. */
const perEntry = 32
/** The length of the parts of a long string or of bytes, each of which is a piece by itself. */
const partSize = pieceSize * perEntry

const lengthOf = (value: unknown): number =>
  typeof value === "string" ? value.length : value instanceof Uint8Array ? value.byteLength : 0

const kindOf = (value: unknown): Kind => {
  if (lengthOf(value) > partSize) return typeof value === "string" ? "text" : "bytes"
  if (typeof value !== "object" || value === null) return "leaf"
  if (Array.isArray(value)) return "array"
  if (value instanceof Map) return "map"
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? "object" : "leaf"
}

/** Whether a value has more than fits in one piece. */
export const isLarge = (value: unknown): boolean => {
  const waiting = [value]
  let size = 0
  for (let next = waiting.pop(); next !== undefined || waiting.length > 0; next = waiting.pop()) {
    size += lengthOf(next) / perEntry
    if (size > pieceSize) return true
    if (kindOf(next) === "leaf") continue
    const parts = next instanceof Map || Array.isArray(next) ? next : Object.values(next as Container)
    size += parts instanceof Map ? 2 * parts.size : parts.length
    if (size > pieceSize) return true
    for (const part of parts) waiting.push(part)
  }
  return false
}

/** In the place of a container: the value is the whole. */
export const root = -1

/** The place of a value: a key of a container. */
interface Entry {
  readonly holder: number
  readonly key: string | number
  readonly value: unknown
}

/** The number of parts of a string or bytes of some length. */
export const partsIn = (length: number): number => Math.ceil(length / partSize)

/** Lists the entries of a container, in order. */
function* inside(container: unknown, kind: Kind, holder: number): Generator<Entry, void> {
  if (kind === "text" || kind === "bytes") {
    const whole = container as string | Uint8Array
    for (let key = 0; key < partsIn(whole.length); key++) {
      const [from, to] = [key * partSize, (key + 1) * partSize]
      yield { holder, key, value: typeof whole === "string" ? whole.slice(from, to) : whole.subarray(from, to) }
    }
  } else if (container instanceof Map || Array.isArray(container)) {
    let key = 0
    for (const value of container) yield { holder, key: key++, value }
  } else {
    const values = container as Container
    for (const key of Object.keys(values)) yield { holder, key, value: values[key] }
  }
}

/** Bytes that have their memory to themselves: a message contains the whole memory of the bytes that it sends. */
const alone = (value: unknown): unknown =>
  value instanceof Uint8Array && value.byteLength < value.buffer.byteLength ? new Uint8Array(value) : value

/**
 * A value in pieces. A container comes before its contents. With `handsOver`, bytes are in them whole, for the sender
 * to transfer: see {@link memoryOf}.
 */
export function* pieces(value: unknown, handsOver = false): Generator<Piece, void> {
  /** The numbers of values that may occur more than once. */
  const numbers = new Numbers()
  let containers = 0
  const first: Entry = { holder: root, key: "", value }
  const open: Array<Iterator<Entry>> = [[first].values()]
  while (open.length > 0) {
    const kinds: Array<Kind> = []
    const holders: Array<number> = []
    const keys: Array<string | number> = []
    const values: Array<unknown> = []
    let size = 0
    while (size < pieceSize) {
      const next = open.at(-1)?.next()
      if (next === undefined) break
      if (next.done === true) {
        open.pop()
        continue
      }
      const entry = next.value
      const kind = handsOver && entry.value instanceof Uint8Array ? "whole" : kindOf(entry.value)
      const known = kind === "leaf" ? undefined : numbers.of(entry.value)
      kinds.push(known === undefined ? kind : "same")
      holders.push(entry.holder)
      keys.push(entry.key)
      size += 1
      if (kind === "leaf") {
        values.push(alone(entry.value))
        size += lengthOf(entry.value) / perEntry
      } else if (known !== undefined) values.push(known)
      else if (kind === "whole") {
        numbers.set(entry.value, containers++)
        values.push(alone(entry.value))
      } else {
        if (kind !== "text" && kind !== "bytes") numbers.set(entry.value, containers)
        open.push(inside(entry.value, kind, containers++))
        values.push(kind === "text" || kind === "bytes" ? lengthOf(entry.value) : undefined)
      }
    }
    yield { kinds, holders, keys, values }
  }
}

/** The pieces of a value, each in a turn of the event loop of its own, so that other work is done in between. */
export async function* piecesInTurns(value: unknown): AsyncGenerator<Piece, void> {
  for (const piece of pieces(value)) {
    await setImmediate()
    yield piece
  }
}

/** The memory of the bytes in a piece that are transferred. */
export const memoryOf = ({ kinds, values }: Piece): ReadonlyArray<ArrayBuffer> =>
  values.flatMap((value, at) =>
    kinds[at] === "whole" && value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  )
