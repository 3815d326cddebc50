/** How certain a difference between two engines is that answered the same questions. */
import { randomOf } from "../Random.js"

/** A mean difference, and the interval that has the means of 95 % of the samples. */
export interface Difference {
  readonly mean: number
  readonly low: number
  readonly high: number
}

const samples = 10_000
const seed = 1

/**
 * The mean difference of paired values, with a bootstrap interval: the pairs are drawn again with replacement, the same
 * way in every run.
 */
export const pairedDifference = (pairs: ReadonlyArray<readonly [one: number, other: number]>): Difference => {
  const random = randomOf(seed)
  const differences = pairs.map(([one, other]) => one - other)
  const means = Array.from({ length: samples }, () => {
    let sum = 0
    for (let drawn = 0; drawn < differences.length; drawn++) {
      sum += differences[Math.floor(random() * differences.length)]!
    }
    return sum / differences.length
  }).sort((a, b) => a - b)
  return {
    mean: differences.reduce((sum, each) => sum + each, 0) / differences.length,
    low: means[Math.floor(samples * 0.025)]!,
    high: means[Math.ceil(samples * 0.975) - 1]!
  }
}
