/** Reassembles large plain data that came in pieces. */
import { LongList } from "./Numbering.js"
import { type Piece, partsIn, root } from "./Pieces.js"

/** Reassembles a value; the first piece of another value starts over. */
export interface Assembly {
  readonly add: (piece: Piece) => void
  readonly value: () => unknown
}

type Container = Record<string | number, unknown>

/** A map, whose entries are arrays that are complete only when everything has come. */
class Filling {
  readonly map = new Map<unknown, unknown>()
  readonly #entries: Array<readonly [unknown, unknown]> = []

  add(entry: unknown): void {
    this.#entries.push(entry as readonly [unknown, unknown])
  }

  finish(): void {
    for (const [key, value] of this.#entries) this.map.set(key, value)
  }
}

/** A long string or bytes, which come in parts. */
class Joining {
  readonly #done: (joined: string | Uint8Array) => void
  readonly #length: number
  readonly #strings: Array<string> = []
  #bytes: Uint8Array | undefined
  #taken = 0

  constructor(length: number, done: (joined: string | Uint8Array) => void) {
    this.#length = length
    this.#done = done
  }

  add(part: unknown): void {
    if (typeof part === "string") {
      if (this.#strings.push(part) === partsIn(this.#length)) this.#done(this.#strings.join(""))
    } else if (part instanceof Uint8Array) {
      // Not zeroed, so that memory is first touched by the part that is stored there.
      this.#bytes ??= new Uint8Array(Buffer.allocUnsafeSlow(this.#length).buffer)
      this.#bytes.set(part, this.#taken)
      this.#taken += part.byteLength
      if (this.#taken === this.#length) this.#done(this.#bytes)
    }
  }
}

/** Sets an own property, even one named `__proto__`. */
const setProperty = (object: Container, key: string | number, value: unknown): void => {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true })
  } else object[key] = value
}

/** An {@link Assembly} of one value. */
export const assembly = (): Assembly => {
  let containers = new LongList<unknown>()
  let fillings: Array<Filling> = []
  let whole: unknown

  const place = (holder: unknown, key: string | number, value: unknown): void => {
    if (holder === undefined) whole = value
    else if (Array.isArray(holder)) holder[Number(key)] = value
    else if (holder instanceof Filling || holder instanceof Joining) holder.add(value)
    else setProperty(holder as Container, key, value)
  }
  const keep = <A>(container: A): A => {
    containers.push(container)
    return container
  }
  const numbered = (number: number): unknown => {
    const container = containers.at(number)
    return container instanceof Filling ? container.map : container
  }
  const newMap = (): unknown => {
    const filling = keep(new Filling())
    fillings.push(filling)
    return filling.map
  }

  return {
    add: ({ holders, keys, kinds, values }) => {
      if (holders[0] === root) {
        containers = new LongList()
        fillings = []
      }
      for (let at = 0; at < kinds.length; at++) {
        const key = keys[at] as string | number
        const holder = containers.at(holders[at] as number)
        const value = values[at]
        switch (kinds[at]) {
          case "same":
            place(holder, key, numbered(value as number))
            break
          case "object":
            place(holder, key, keep({}))
            break
          case "array":
            place(holder, key, keep([]))
            break
          case "map":
            place(holder, key, newMap())
            break
          case "whole":
            place(holder, key, keep(value))
            break
          case "text":
          case "bytes":
            // Set now for the order of keys, and later replaced by the joined value.
            place(holder, key, undefined)
            keep(new Joining(value as number, (joined) => place(holder, key, joined)))
            break
          default:
            place(holder, key, value)
        }
      }
    },
    value: () => {
      for (const filling of fillings) filling.finish()
      return whole
    }
  }
}
