/**
 * Counts wrong secrets by address, in this process: secrets are too long to be guessed, so the delay only has to shed
 * load.
 */
import { type DelayRule, delayAfter } from "./Delays.js"

const rule: DelayRule = { free: 20, longest: 60_000 }

/** The time for which wrong secrets count after the last one, in milliseconds. */
const memory = 60 * 60 * 1000

/** The maximum number of addresses; the ones that were inactive the longest are evicted first. */
const capacity = 20_000

interface Wrongs {
  readonly failures: number
  readonly notBefore: number
  readonly forgottenAt: number
}

/** Creates the counter: returns the seconds to wait if an address sends wrong secrets too quickly. */
export const makeWrongSecrets = () => {
  const addresses = new Map<string, Wrongs>()
  return (address: string, time: number): number | undefined => {
    const found = addresses.get(address)
    const known = found !== undefined && time < found.forgottenAt ? found : undefined
    if (known !== undefined && time < known.notBefore) return Math.ceil((known.notBefore - time) / 1000)
    const failures = (known?.failures ?? 0) + 1
    addresses.delete(address)
    addresses.set(address, { failures, notBefore: time + delayAfter(failures, rule), forgottenAt: time + memory })
    if (addresses.size > capacity) {
      for (const quietest of addresses.keys()) {
        addresses.delete(quietest)
        break
      }
    }
    return undefined
  }
}
