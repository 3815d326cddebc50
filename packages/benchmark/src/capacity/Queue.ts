/** A database as a queue: requests arrive at random, and wait for one of its cores. */
import { randomOf } from "../Random.js"

/** The arriving work: kinds of requests, how often each of them comes, and the microseconds of each. */
export type Work = ReadonlyArray<{ readonly share: number; readonly time: number }>

/** The mean time of a request, in microseconds. */
export const meanTime = (work: Work): number => {
  const all = work.reduce((sum, { share }) => sum + share, 0)
  return work.reduce((sum, { share, time }) => sum + (share / all) * time, 0)
}

/** Draws the time of one request: its kind by share, its length around the mean of the kind. */
const timesOf = (work: Work, random: () => number) => {
  const all = work.reduce((sum, { share }) => sum + share, 0)
  return (): number => {
    let left = random() * all
    for (const { share, time } of work) {
      left -= share
      if (left < 0) return time * -Math.log(1 - random())
    }
    return 0
  }
}

/**
 * The wait for a core that 99 of 100 requests stay below, in microseconds, if so many arrive per second. Requests are
 * served in the order of arrival.
 */
export const waitOf = (work: Work, cores: number, perSecond: number, requests: number): number => {
  const random = randomOf(requests)
  const time = timesOf(work, random)
  const freeAt = new Float64Array(cores)
  const waits = new Float64Array(requests)
  let now = 0
  for (let i = 0; i < requests; i++) {
    now += (-Math.log(1 - random()) * 1_000_000) / perSecond
    let core = 0
    for (let other = 1; other < cores; other++) if (freeAt[other]! < freeAt[core]!) core = other
    const begins = Math.max(now, freeAt[core]!)
    waits[i] = begins - now
    freeAt[core] = begins + time()
  }
  return waits.sort()[Math.floor(requests * 0.99)] ?? 0
}

/** The most requests per second at which 99 of 100 wait for at most `patience` microseconds. */
export const saturation = (work: Work, cores: number, patience: number, requests = 40_000): number => {
  const most = (cores * 1_000_000) / meanTime(work)
  let [low, high] = [0, 1]
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2
    if (waitOf(work, cores, middle * most, requests) <= patience) low = middle
    else high = middle
  }
  return low * most
}
