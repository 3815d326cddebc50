/**
 * Large plain data in pieces. A thread deserializes a message as a whole before anything else, so a worker sends a
 * large result to the waiting thread piece by piece. Shared objects stay shared.
 */

/** A part of a value, column by column: for each entry its value, its container and its key. */
export interface Piece {
  readonly kinds: ReadonlyArray<Kind>
  /** The number of the container that an entry is in, from 0 in the order of their entries. */
  readonly holders: ReadonlyArray<number>
  readonly keys: ReadonlyArray<string | number>
  /** The value of an entry, or for `same`, the number of the container. */
  readonly values: ReadonlyArray<unknown>
}

/** A value of any other kind, a new object or array, or one that occurred before. */
type Kind = "leaf" | "object" | "array" | "same"

type Container = Record<string | number, unknown>

/** The maximum number of entries of a piece; strings and bytes count as one per thousand. */
const pieceSize = 4000

/** The size of a value in a piece. */
const sizeOf = (value: unknown): number =>
  1 + (typeof value === "string" ? value.length : ArrayBuffer.isView(value) ? value.byteLength : 0) / 1000

const kindOf = (value: unknown): Kind => {
  if (typeof value !== "object" || value === null) return "leaf"
  if (Array.isArray(value)) return "array"
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? "object" : "leaf"
}

/** Whether a value has more parts than fit in one piece. */
export const isLarge = (value: unknown): boolean => {
  const waiting = [value]
  let count = 0
  for (let next = waiting.pop(); next !== undefined || waiting.length > 0; next = waiting.pop()) {
    if (kindOf(next) === "leaf") continue
    const parts = Object.values(next as Container)
    count += parts.length
    if (count > pieceSize) return true
    waiting.push(...parts)
  }
  return false
}

/** A value in pieces, in which a container comes before what is in it. */
export function* pieces(value: unknown): Generator<Piece, void> {
  const numbers = new Map<object, number>()
  const waiting: Array<{ readonly holder: number; readonly key: string | number; readonly value: unknown }> = [
    { holder: -1, key: "", value }
  ]
  while (waiting.length > 0) {
    const kinds: Array<Kind> = []
    const holders: Array<number> = []
    const keys: Array<string | number> = []
    const values: Array<unknown> = []
    let size = 0
    while (size < pieceSize) {
      const entry = waiting.pop()
      if (entry === undefined) break
      size += sizeOf(entry.value)
      const kind = kindOf(entry.value)
      const container = kind === "leaf" ? undefined : (entry.value as Container)
      const known = container === undefined ? undefined : numbers.get(container)
      kinds.push(known === undefined ? kind : "same")
      holders.push(entry.holder)
      keys.push(entry.key)
      values.push(kind === "leaf" ? entry.value : known)
      if (container === undefined || known !== undefined) continue
      const holder = numbers.size
      numbers.set(container, holder)
      const inside = Array.isArray(container) ? container.keys() : Object.keys(container)
      const own = Array.from<string | number>(inside)
      for (let at = own.length - 1; at >= 0; at--) {
        const key = own[at] as string | number
        waiting.push({ holder, key, value: container[key] })
      }
    }
    yield { kinds, holders, keys, values }
  }
}

/** Reassembles a value. */
export interface Assembly {
  readonly add: (piece: Piece) => void
  readonly value: () => unknown
}

/** An {@link Assembly} of one value. */
export const assembly = (): Assembly => {
  const containers: Array<Container> = []
  let whole: unknown
  return {
    add: ({ holders, keys, kinds, values }) => {
      for (let at = 0; at < kinds.length; at++) {
        const kind = kinds[at]
        let value = values[at]
        if (kind === "same") value = containers[value as number]
        else if (kind !== "leaf") {
          const container = (kind === "array" ? [] : {}) as Container
          containers.push(container)
          value = container
        }
        const holder = containers[holders[at] as number]
        if (holder === undefined) whole = value
        else put(holder, keys[at] as string | number, value)
      }
    },
    value: () => whole
  }
}

/** Sets an own property, even one named `__proto__`. */
const put = (holder: Container, key: string | number, value: unknown): void => {
  if (key === "__proto__") {
    Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true })
  } else holder[key] = value
}
