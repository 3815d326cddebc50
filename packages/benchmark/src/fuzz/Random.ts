/** Random choices that are reproducible from a seed. */
import { randomOf as numbersOf } from "../Random.js"

/** A source of random choices. */
export interface Random {
  /** An integer of at least 0 and below `end`. */
  readonly below: (end: number) => number
  /** One of some values. */
  readonly one: <A>(values: ReadonlyArray<A>) => A
}

/** Choices that a seed determines. */
export const randomOf = (seed: number): Random => {
  const next = numbersOf(seed)
  const below = (end: number) => (next() * 2 ** 32) % end
  return { below, one: (values) => values[below(values.length)]! }
}
