/**
 * Large plain data in pieces. A thread serializes and deserializes a message as a whole, so what is large goes to a worker
 * and comes back piece by piece. Shared objects stay shared.
 */

/** A part of a value, column by column: for each entry its value, its container and its key. */
export interface Piece {
  readonly kinds: ReadonlyArray<Kind>
  /** The number of the container that an entry is in, from 0 in the order of their entries. */
  readonly holders: ReadonlyArray<number>
  readonly keys: ReadonlyArray<string | number>
  /** The value of an entry; for `same`, the number of the container; for what comes in parts, how many there are. */
  readonly values: ReadonlyArray<unknown>
}

/**
 * A value of any other kind, a new object, array or map, bytes as a whole, any of these that occurred before, or a long
 * string or bytes in parts. What is in a map are its entries.
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
const root = -1

/** Where a value belongs: a key of a container. */
interface Entry {
  readonly holder: number
  readonly key: string | number
  readonly value: unknown
}

const partsIn = (length: number): number => Math.ceil(length / partSize)

/** What is in a container, in order. */
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

/** Bytes that have their memory to themselves: a message contains the whole memory of what it sends. */
const alone = (value: unknown): unknown =>
  value instanceof Uint8Array && value.byteLength < value.buffer.byteLength ? new Uint8Array(value) : value

/**
 * A value in pieces, in which a container comes before what is in it. With `handsOver`, bytes are in them whole, for the
 * sender to give away: see {@link memoryOf}.
 */
export function* pieces(value: unknown, handsOver = false): Generator<Piece, void> {
  /** The numbers of what may occur more than once. */
  const numbers = new Map<unknown, number>()
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
      const known = numbers.get(entry.value)
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
        values.push(kind === "text" || kind === "bytes" ? partsIn(lengthOf(entry.value)) : undefined)
      }
    }
    yield { kinds, holders, keys, values }
  }
}

/** The memory of the bytes in a piece that are handed over. */
export const memoryOf = ({ kinds, values }: Piece): ReadonlyArray<ArrayBuffer> =>
  values.flatMap((value, at) =>
    kinds[at] === "whole" && value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  )

/** Reassembles a value; the first piece of another one begins anew. */
export interface Assembly {
  readonly add: (piece: Piece) => void
  readonly value: () => unknown
}

type Parts = Array<string> | Array<Uint8Array>

const joined = (parts: Parts): string | Uint8Array => {
  const [first] = parts
  if (typeof first === "string") return parts.join("")
  const { buffer, byteLength, byteOffset } = Buffer.concat(parts as ReadonlyArray<Uint8Array>)
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** What is put where: values into objects and arrays, entries into maps, and parts where they are joined. */
type Place = (key: string | number, value: unknown) => void

/** An {@link Assembly} of one value. */
export const assembly = (): Assembly => {
  const containers: Array<unknown> = []
  const places: Array<Place> = []
  let fillings: Array<() => void> = []
  let whole: unknown
  const placeOfWhole: Place = (_, value) => {
    whole = value
  }
  /** Joins the parts with the last of them, each of which comes in a turn of its own. */
  const addParts = (count: number, done: (value: unknown) => void): void => {
    const parts: Array<unknown> = []
    containers.push(parts)
    places.push((_, part) => {
      if (parts.push(part) === count) done(joined(parts as Parts))
    })
  }
  const addMap = (): unknown => {
    const map = new Map<unknown, unknown>()
    const entries: Array<readonly [unknown, unknown]> = []
    containers.push(map)
    places.push((_, entry) => entries.push(entry as readonly [unknown, unknown]))
    fillings.push(() => {
      for (const [name, value] of entries) map.set(name, value)
    })
    return map
  }
  const addObject = (): unknown => {
    const object: Container = {}
    containers.push(object)
    places.push((key, value) => put(object, key, value))
    return object
  }
  const addArray = (): unknown => {
    const array: Array<unknown> = []
    containers.push(array)
    places.push((key, value) => {
      array[Number(key)] = value
    })
    return array
  }
  return {
    add: ({ holders, keys, kinds, values }) => {
      if (holders[0] === root) {
        for (const each of [containers, places]) each.length = 0
        fillings = []
      }
      for (let at = 0; at < kinds.length; at++) {
        const key = keys[at] as string | number
        const place = places[holders[at] as number] ?? placeOfWhole
        switch (kinds[at]) {
          case "same":
            place(key, containers[values[at] as number])
            break
          case "object":
            place(key, addObject())
            break
          case "array":
            place(key, addArray())
            break
          case "map":
            place(key, addMap())
            break
          case "whole":
            containers.push(values[at])
            places.push(() => undefined)
            place(key, values[at])
            break
          case "text":
          case "bytes":
            // Set at once for the order of keys; what is joined takes its place.
            place(key, undefined)
            addParts(values[at] as number, (value) => place(key, value))
            break
          default:
            place(key, values[at])
        }
      }
    },
    value: () => {
      for (const fill of fillings) fill()
      return whole
    }
  }
}

/** Sets an own property, even one named `__proto__`. */
const put = (holder: Container, key: string | number, value: unknown): void => {
  if (key === "__proto__") {
    Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true })
  } else holder[key] = value
}
