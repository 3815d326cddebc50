/** The root of the server: a page for a person, the same facts in JSON for a program, and the icon. */
import * as Effect from "effect/Effect"
import type { Answer } from "./dispatcher/Exchange.js"
import { jsonAnswer } from "./dispatcher/Exchange.js"
import type { Pages, PlainRoute } from "./dispatcher/Route.js"
import { version } from "./LecternApi.js"
import { escape, html, icon, pageHeaders } from "./reference/Html.js"

const about = "A documentation workspace: spaces of versioned pages, change requests that merge, sites and search."

const facts = {
  name: "Lectern",
  version,
  description: about,
  documentation: "/docs",
  openapi: "/openapi.json",
  api: "/v1"
}

const page = html({
  title: "Lectern",
  up: "",
  main: [
    `<h1 class="title"><img src="favicon.svg" alt="" width="40" height="40">Lectern</h1><p>${escape(about)}</p><p>This server answers its HTTP API, version ${escape(version)}, under <code>/v1</code>.</p>`,
    '<ul><li><a href="docs">API reference</a></li><li><a href="openapi.json">OpenAPI document</a></li><li><a href="readyz">Readiness</a></li></ul>'
  ].join("")
})

const weightOf = (range: string): number => Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1)

/** Whether a client that accepts this prefers HTML; one that accepts anything gets JSON. */
const prefersHtml = (accept: string | undefined): boolean => {
  const ranges = (accept ?? "").toLowerCase().split(",")
  const weight = (type: string) =>
    Math.max(0, ...ranges.filter((range) => range.trim().split(";")[0]?.trim() === type).map(weightOf))
  const htmlWeight = weight("text/html")
  return htmlWeight > 0 && htmlWeight >= weight("application/json")
}

const headers = { ...pageHeaders, vary: "Accept" }

const image = (path: string): PlainRoute => ({
  kind: "plain",
  method: "GET",
  path,
  operation: "favicon",
  answer: () =>
    Effect.succeed<Answer>({
      status: 200,
      headers: { ...pageHeaders, "cache-control": "public, max-age=86400" },
      contentType: "image/svg+xml",
      body: icon
    })
})

const entrance: Answer = {
  status: 200,
  headers,
  contentType: "text/html; charset=utf-8",
  body: page,
  compressible: true
}

/** The routes of the root; browsers get the home page, if there is one. */
export const routes = (pages: Pages | undefined): ReadonlyArray<PlainRoute> => [
  {
    kind: "plain",
    method: "GET",
    path: "/",
    operation: "entrance",
    answer: (params, request) => {
      if (!prefersHtml(request.header("accept"))) return Effect.succeed(jsonAnswer(200, facts, { headers }))
      return pages?.hasHome === true ? pages.answer(params, request) : Effect.succeed(entrance)
    }
  },
  image("/favicon.ico"),
  image("/favicon.svg")
]
