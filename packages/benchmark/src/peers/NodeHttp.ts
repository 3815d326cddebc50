/**
 * A hand-written server on bare node:http: three routes, their checks, and JSON.stringify. Of the content of a space, it
 * knows only the entity tag.
 */
import { createServer, type Server, type ServerResponse } from "node:http"
import type { BareSpaces } from "./BareSqlite.js"
import { makeRateLimit } from "./RateLimit.js"

type Headers = Readonly<Record<string, number>>

const send = (response: ServerResponse, status: number, body: unknown, headers?: Headers): void => {
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  response.writeHead(status, { "content-type": "application/json", "content-length": length, ...headers })
  response.end(text)
}

const fail = (response: ServerResponse, code: number, message: string): void =>
  send(response, code, { error: { code, message } })

const spacePath = /^\/v1\/spaces\/([^/]+)$/
const contentPath = /^\/v1\/spaces\/([^/]+)\/content$/
const pagePath = /^\/v1\/spaces\/([^/]+)\/content\/page\/([^/]+)$/
const listPath = /^\/v1\/orgs\/([^/]+)\/spaces$/

/** The server; it does not listen yet. */
export const make = (spaces: BareSpaces): Server => {
  const counted = makeRateLimit()
  return createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost")
    const space = spacePath.exec(url.pathname)
    const content = space === null ? contentPath.exec(url.pathname) : null
    const page = space === null && content === null ? pagePath.exec(url.pathname) : null
    const list = space === null && content === null && page === null ? listPath.exec(url.pathname) : null
    if (space === null && content === null && page === null && list === null)
      return fail(response, 404, "no such route")
    if (request.method !== "GET") return fail(response, 405, "method not allowed")
    const header = request.headers.authorization
    const token = header?.startsWith("Bearer ") ? header.slice(7) : undefined
    const user = token === undefined ? undefined : spaces.authenticate(token)
    if (token === undefined || user === undefined) return fail(response, 401, "the token is missing or not valid")
    const allowance = counted(token)
    if (allowance === undefined) return fail(response, 429, "too many requests")
    if (space?.[1] !== undefined) {
      const found = spaces.get(user, space[1])
      return found === undefined ? fail(response, 404, "space not found") : send(response, 200, found, allowance)
    }
    if (content?.[1] !== undefined) {
      const found = spaces.get(user, content[1])
      if (found === undefined) return fail(response, 404, "space not found")
      const etag = `"${found.revision}"`
      response.writeHead(request.headers["if-none-match"] === etag ? 304 : 200, { etag, ...allowance })
      response.end()
      return
    }
    if (page?.[1] !== undefined) {
      const found = spaces.page(user, page[1], page[2] ?? "")
      return found === undefined ? fail(response, 404, "page not found") : send(response, 200, found, allowance)
    }
    const limit = Number(url.searchParams.get("limit") ?? 50)
    if (!Number.isInteger(limit) || limit < 0 || limit > 1000) return fail(response, 400, "limit: expected an integer")
    const found = spaces.list(user, list?.[1] ?? "", limit)
    return found === undefined ? fail(response, 404, "organization not found") : send(response, 200, found, allowance)
  })
}
