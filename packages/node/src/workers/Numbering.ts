/** Collections of millions of entries that grow without ever copying all of them, which would block the thread. */

/** How many entries are kept together. */
const chunkSize = 1 << 16

/** A list that only grows. */
export class LongList<A> {
  readonly #chunks: Array<Array<A>> = []
  #length = 0

  push(value: A): void {
    if (this.#length % chunkSize === 0) this.#chunks.push([])
    this.#chunks.at(-1)?.push(value)
    this.#length += 1
  }

  at(index: number): A | undefined {
    return this.#chunks[Math.floor(index / chunkSize)]?.[index % chunkSize]
  }
}

/** The numbers that values were given, by identity. A value must not be numbered twice. */
export class Numbers {
  readonly #chunks: Array<Map<unknown, number>> = []

  /** The number of a value, or `undefined` if it has none. */
  of(value: unknown): number | undefined {
    for (let at = this.#chunks.length - 1; at >= 0; at--) {
      const found = this.#chunks[at]?.get(value)
      if (found !== undefined) return found
    }
    return undefined
  }

  set(value: unknown, number: number): void {
    const last = this.#chunks.at(-1)
    if (last === undefined || last.size >= chunkSize) this.#chunks.push(new Map([[value, number]]))
    else last.set(value, number)
  }
}
