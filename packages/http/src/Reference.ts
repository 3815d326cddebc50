/** The API's description as the server serves it: `/openapi.json` for programs, `/docs` for people. */
import { NotFound } from "@lectern/core/errors/Errors"
import * as Effect from "effect/Effect"
import { listedTag, matchesAny, shortHash } from "./dispatcher/EntityTag.js"
import type { Answer, HttpRequest } from "./dispatcher/Exchange.js"
import type { PlainRoute } from "./dispatcher/Route.js"
import { pageHeaders, style } from "./reference/Html.js"

interface Text {
  readonly body: string
  readonly tag: string
}

const textOf = (body: string): Text => ({ body, tag: shortHash(body) })

interface Description {
  readonly json: Text
  readonly pages: ReadonlyMap<string, Text>
}

/** Makes the document with its examples, and its pages; what that takes is loaded when somebody reads one of them. */
const describe = async (): Promise<Description> => {
  const { document } = await import("./OpenApiDocument.js")
  const { pages } = await import("./reference/ReferencePages.js")
  const found = document((await import("./document/RecordedExamples.js")).recorded)
  return {
    json: textOf(JSON.stringify(found)),
    pages: new Map([...pages(found)].map(([name, page]) => [name, textOf(page)]))
  }
}

let described: Promise<Description> | undefined
const description = Effect.promise(() => {
  described ??= describe()
  return described
})

const answer = ({ body, tag }: Text, contentType: string, request: HttpRequest): Answer => {
  const condition = request.header("if-none-match")
  const known = condition === undefined ? undefined : matchesAny(condition) ? tag : listedTag(condition, tag)
  return known !== undefined
    ? { status: 304, tag: known, headers: pageHeaders }
    : { status: 200, tag, headers: pageHeaders, contentType, body, compressible: true }
}

const page = (path: string): PlainRoute => ({
  kind: "plain",
  method: "GET",
  path,
  operation: "docs",
  answer: ({ page: name = "" }, request) =>
    Effect.flatMap(description, ({ pages: found }) => {
      const text = found.get(name)
      return text === undefined
        ? Effect.fail(new NotFound({ message: "the reference has no such page" }))
        : Effect.succeed(answer(text, "text/html; charset=utf-8", request))
    })
})

const styles = textOf(style)

/** The routes of the description. */
export const routes: ReadonlyArray<PlainRoute> = [
  {
    kind: "plain",
    method: "GET",
    path: "/openapi.json",
    operation: "openapi",
    answer: (_, request) => Effect.map(description, ({ json }) => answer(json, "application/json", request))
  },
  {
    kind: "plain",
    method: "GET",
    path: "/docs/style.css",
    operation: "docs",
    answer: (_, request) => Effect.succeed(answer(styles, "text/css; charset=utf-8", request))
  },
  page("/docs"),
  page("/docs/:page")
]
