/** How long somebody waits after failures. */

const second = 1000

/** How failures make somebody wait. */
export interface DelayRule {
  /** How many may fail before the first delay. */
  readonly free: number
  /** The longest delay, in milliseconds. */
  readonly longest: number
}

/** How long to wait after this many failures, in milliseconds: 2 seconds after those that are free, then twice as long. */
export const delayAfter = (failures: number, { free, longest }: DelayRule): number =>
  failures <= free ? 0 : Math.min(longest, 2 ** Math.min(failures - free, 30) * second)
