/** Delays after failed attempts. */

const second = 1000

/** Delays as a function of failures. */
export interface DelayRule {
  /** The number of attempts that may fail before the first delay. */
  readonly free: number
  /** The longest delay, in milliseconds. */
  readonly longest: number
}

/**
 * The delay after this many failures, in milliseconds: none for the free ones, then 2 seconds, doubling with each
 * further failure.
 */
export const delayAfter = (failures: number, { free, longest }: DelayRule): number =>
  failures <= free ? 0 : Math.min(longest, 2 ** Math.min(failures - free, 30) * second)
