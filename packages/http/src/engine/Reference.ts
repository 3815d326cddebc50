/** The API's description: `/openapi.json` for programs, and the pages of `/docs` for people, if something makes them. */
import * as Effect from "effect/Effect"
import { listedTag, matchesAny } from "../foundation/dispatcher/EntityTag.js"
import type { Pages, PlainRoute } from "../foundation/dispatcher/Route.js"
import { pageHeaders } from "../foundation/html/Html.js"
import { servedDocument } from "./document/LazyDocument.js"

/** The server of the document, whose path is that of the whole API. */
const server = (path: string): string => `"servers":[{"url":${JSON.stringify(path)}}]`

const openapi: PlainRoute = {
  kind: "plain",
  method: "GET",
  path: "/openapi.json",
  operation: "openapi",
  answer: (_, request) =>
    Effect.map(servedDocument.load, ({ tag, text }) => {
      const { basePath } = request
      const body = basePath === undefined ? text : text.replace(server("/"), () => server(basePath))
      const condition = request.header("if-none-match")
      const known = condition === undefined ? undefined : matchesAny(condition) ? tag : listedTag(condition, tag)
      return known !== undefined
        ? { status: 304, tag: known, headers: pageHeaders }
        : { status: 200, tag, headers: pageHeaders, contentType: "application/json", body, compressible: true }
    })
}

/** The routes of the description. */
export const routes = ({ reference: answer }: Pick<Pages, "reference">): ReadonlyArray<PlainRoute> => [
  openapi,
  ...(answer === undefined
    ? []
    : ["/docs", "/docs/", "/docs/*rest"].map(
        (path): PlainRoute => ({ kind: "plain", method: "GET", path, operation: "docs", answer })
      ))
]
