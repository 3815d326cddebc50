/** Puts load on a server over HTTP. The server runs in another process. */
import autocannon from "autocannon"
import * as Effect from "effect/Effect"
import { clock, type Measure } from "./Harness.js"

/** A request to repeat. */
export interface Request {
  readonly url: string
  /** The paths that are requested in turn; that of the URL when absent. */
  readonly paths?: ReadonlyArray<string>
  readonly token: string
  /** The entity tag that the client has already: every answer must then be a 304. */
  readonly tag?: string
}

const headersOf = ({ tag, token }: Request): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(tag !== undefined && { "if-none-match": tag })
})

/** The entity tag of the answer to a request; dies if it has none. */
export const tagOf = (request: Request): Effect.Effect<string> =>
  Effect.promise(async () => {
    const response = await fetch(request.url, { headers: headersOf(request) })
    await response.arrayBuffer()
    const tag = response.headers.get("etag")
    if (tag === null) throw new Error(`${request.url} answered ${response.status} without an entity tag`)
    return tag
  })

/** The response to one request; dies if its status is not 200. */
export const answerOf = (request: Request): Effect.Effect<unknown> =>
  Effect.promise(async () => {
    const { url } = request
    const response = await fetch(url, { headers: headersOf(request) })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`)
    return JSON.parse(text)
  })

/**
 * The requests per second that a server, given its process, answers over 32 connections, measured for some seconds.
 * Dies if any response is not a 200, or a 304 to a request with a tag.
 */
export const load = (process: number, request: Request, seconds: number): Measure =>
  Effect.promise(async () => {
    const stop = clock(process)
    const result = await autocannon({
      url: request.url,
      connections: 32,
      duration: seconds,
      headers: headersOf(request),
      ...(request.paths !== undefined && { requests: request.paths.map((path) => ({ path })) })
    })
    const expected = request.tag === undefined ? result["2xx"] : result["3xx"]
    if (expected !== result.requests.total || result.errors > 0) {
      throw new Error(`${request.url}: ${expected} of ${result.requests.total} answers were as expected`)
    }
    const { total } = result.requests
    return { value: total / result.duration, processor: stop(total).processor }
  })
