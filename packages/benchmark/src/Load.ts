/** Puts load on a server over HTTP. The server runs in another process. */
import autocannon from "autocannon"
import * as Effect from "effect/Effect"
import type { Measure } from "./Harness.js"

/** A request to repeat. */
export interface Request {
  readonly url: string
  readonly token: string
}

/** The response to one request; dies if its status is not 200. */
export const answerOf = ({ token, url }: Request): Effect.Effect<unknown> =>
  Effect.promise(async () => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`)
    return JSON.parse(text)
  })

/**
 * The requests per second that a server answers over 32 connections, measured for some seconds. Dies if any response is
 * not a 200.
 */
export const load = (request: Request, seconds: number): Measure =>
  Effect.promise(async () => {
    const result = await autocannon({
      url: request.url,
      connections: 32,
      duration: seconds,
      headers: { authorization: `Bearer ${request.token}` }
    })
    if (result.non2xx > 0 || result.errors > 0) {
      throw new Error(`${request.url}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed`)
    }
    return result.requests.total / result.duration
  })
