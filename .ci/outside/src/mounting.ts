/** How the API of an open engine is mounted in frameworks: the one place to change where that changes. */
import type { Lectern } from "@lectern/core"
import * as LecternHttp from "@lectern/http"
import type { RequestHandler } from "express"

export type Fetch = (request: Request) => Promise<Response>

/** For frameworks that hand over a `Request`. */
export const fetchHandler = (lectern: Lectern): Promise<Fetch> => LecternHttp.open(lectern)

/** The same where the framework mounts it below a path. */
export const under =
  (base: string, handler: Fetch): Fetch =>
  (request) => {
    const url = new URL(request.url)
    url.pathname = url.pathname.slice(base.length)
    return handler(new Request(url, request))
  }

/** For Express, whose middleware has read and parsed the body already. */
export const expressHandler =
  (handler: Fetch): RequestHandler =>
  (request, response, next) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, `${value}`)
    const body = request.body === undefined ? null : JSON.stringify(request.body)
    headers.delete("content-length")
    const url = new URL(request.originalUrl, `http://${request.headers.host}`)
    handler(new Request(url, { method: request.method, headers, body })).then(async (answer) => {
      for (const [name, value] of answer.headers) response.setHeader(name, value)
      response.status(answer.status).end(Buffer.from(await answer.arrayBuffer()))
    }, next)
  }
