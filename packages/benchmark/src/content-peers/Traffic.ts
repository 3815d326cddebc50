/** Puts load on a content server: requests over 32 connections, each for a different document or query. */
import autocannon from "autocannon"
import * as Effect from "effect/Effect"
import { clock, type Measure } from "../Harness.js"
import { answered, type Call, type ContentServer, headersOf } from "./ContentServer.js"

const connections = 32

/** How many different requests each connection has, which it repeats if a round needs more. */
const differentReads = 512
const differentWrites = 64

/** Makes the next request of a stream of random ones. */
export type NextCall = (random: () => number) => Call

interface Limit {
  readonly duration?: number
  readonly amount?: number
}

const fire = async (server: ContentServer, next: NextCall, random: () => number, limit: Limit) => {
  const different = next(random).method === "GET" ? differentReads : differentWrites
  const lists = Array.from({ length: connections }, () => Array.from({ length: different }, () => next(random)))
  const stop = clock(server.process)
  const {
    "2xx": good,
    errors,
    requests
  } = await autocannon({
    url: server.address,
    connections,
    timeout: 120,
    headers: headersOf(server),
    setupClient: (client) => client.setRequests([...(lists.pop() ?? [])]),
    ...limit
  })
  const { processor, value } = stop(requests.total)
  if (good !== requests.total || errors > 0 || (good === 0 && limit.duration === undefined)) {
    throw new Error(`${server.name}: ${good} of ${requests.total} answers were as expected, ${errors} errors`)
  }
  return { count: good, sample: { value: 1_000_000 / value, processor } }
}

/**
 * The requests a second that a server answers, and the processor time of one. The first round lasts for some seconds;
 * the others have as many requests as it had, so that none is still being served when the other side is measured. They
 * have one for each connection if nothing was answered in these seconds.
 */
export const traffic = (server: ContentServer, next: NextCall, random: () => number, seconds: number): Measure => {
  let amount: number | undefined
  return Effect.promise(async () => {
    const limit = amount === undefined ? { duration: seconds } : { amount }
    const { count, sample } = await fire(server, next, random, limit)
    if (amount === undefined) {
      amount = Math.max(connections, count)
      // Waits for the work that the server still does for requests that nobody waits for.
      await answered(server, server.get(0))
    }
    return sample
  })
}
