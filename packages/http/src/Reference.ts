/** The API's description as the server answers it: `/openapi.json` for programs, `/docs` for people. */
import { Effect } from "effect"
import { listedTag, matchesAny, shortHash } from "./dispatcher/EntityTag.js"
import type { Answer } from "./dispatcher/Exchange.js"
import type { PlainRoute } from "./dispatcher/Route.js"
import { document } from "./OpenApiDocument.js"
import { page } from "./ReferencePage.js"

const headers = {
  "cache-control": "no-cache",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
}

const constant = (path: string, operation: string, contentType: string, make: () => string): PlainRoute => {
  let made: { readonly body: string; readonly tag: string } | undefined
  return {
    kind: "plain",
    method: "GET",
    path,
    operation,
    answer: (_, request) =>
      Effect.sync((): Answer => {
        if (made === undefined) {
          const body = make()
          made = { body, tag: shortHash(body) }
        }
        const { body, tag } = made
        const condition = request.header("if-none-match")
        const known = condition === undefined ? undefined : matchesAny(condition) ? tag : listedTag(condition, tag)
        if (known !== undefined) return { status: 304, tag: known, headers }
        return { status: 200, tag, headers, contentType, body, compressible: true }
      })
  }
}

/** The routes of the description. */
export const routes: ReadonlyArray<PlainRoute> = [
  constant("/openapi.json", "openapi", "application/json", () => JSON.stringify(document())),
  constant("/docs", "docs", "text/html; charset=utf-8", () => page(document()))
]
