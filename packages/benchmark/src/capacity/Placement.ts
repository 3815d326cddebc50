/** The assignment of organizations to databases. */
import { randomOf } from "../Random.js"

/** The share of all requests that each organization has, the largest first: the `n`th has 1/n^skew of the first. */
export const sharesOf = (organizations: number, skew: number): ReadonlyArray<number> => {
  const weights = Array.from({ length: organizations }, (_, i) => (i + 1) ** -skew)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

/**
 * The assignment of organizations to databases: `hash` spreads them by their id, whatever their size; `directory` puts
 * each one, the largest first, where there is the least load.
 */
export type Placement = "hash" | "directory"

/** The share of all requests that the busiest of some databases gets. */
export const busiestShare = (shares: ReadonlyArray<number>, databases: number, placement: Placement): number => {
  const loads = new Float64Array(databases)
  const random = randomOf(databases)
  for (const share of shares) {
    const place = placement === "hash" ? Math.floor(random() * databases) : loads.indexOf(Math.min(...loads))
    loads[place]! += share
  }
  return Math.max(...loads)
}
