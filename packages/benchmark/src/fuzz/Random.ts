/** Random choices that are reproducible from a seed. */

/** A source of random choices. */
export interface Random {
  /** An integer of at least 0 and below `end`. */
  readonly below: (end: number) => number
  /** One of some values. */
  readonly one: <A>(values: ReadonlyArray<A>) => A
}

/** A generator with this seed (mulberry32). */
export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (end: number) => next() % end
  return { below, one: (values) => values[below(values.length)]! }
}
