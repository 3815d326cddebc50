/** The root of the server: a page for a person, the same facts in JSON for a program, and the icon. */
import * as Effect from "effect/Effect"
import { type Answer, type HttpRequest, jsonAnswer } from "../foundation/dispatcher/Exchange.js"
import type { Pages, PlainRoute } from "../foundation/dispatcher/Route.js"
import { escape, icon, pageHeaders } from "../foundation/html/Html.js"
import { released, version } from "./LecternApi.js"

const about = "A documentation workspace: spaces of versioned pages, change requests that merge, sites and search."

const style = `:root{color-scheme:light dark;--text:#1b232c;--link:#0b5cad;background:#fff}@media(prefers-color-scheme:dark){:root{--text:#e6eaee;--link:#7ab8ff;background:#12161b}}
*{box-sizing:border-box}body{margin:0;color:var(--text);font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}main{max-width:40rem;margin:0 auto;padding:12vh 1.5rem 2rem}
h1{display:flex;gap:.75rem;align-items:center;margin:0 0 .5rem;font-size:1.6rem;line-height:1.25}a{color:var(--link);text-underline-offset:.15em}li{padding:.2rem 0}code{font:.9em ui-monospace,SFMono-Regular,Menlo,monospace}`

const headers = { ...pageHeaders, vary: "Accept" }

const json = (hasReference: boolean, { basePath = "" }: HttpRequest): Answer => {
  const facts = {
    name: "Lectern",
    version,
    description: about,
    ...(hasReference && { documentation: `${basePath}/docs` }),
    openapi: `${basePath}/openapi.json`,
    api: `${basePath}/v1`
  }
  return jsonAnswer(200, facts, { headers })
}

/** What the public API says at its root, without a token: `build` is when this version was released. */
const information: PlainRoute["answer"] = () => Effect.succeed(jsonAnswer(200, { version, build: released }))

const page = (hasReference: boolean): Answer => {
  const reference = hasReference ? '<li><a href="docs">API reference</a></li>' : ""
  const body = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lectern</title><meta name="viewport" content="width=device-width,initial-scale=1">',
    '<link rel="icon" type="image/svg+xml" href="favicon.svg"><link rel="stylesheet" href="style.css"></head>',
    `<body><main><h1><img src="favicon.svg" alt="" width="40" height="40">Lectern</h1><p>${escape(about)}</p>`,
    `<p>This server answers its HTTP API, version ${escape(version)}, under <code>/v1</code>.</p>`,
    `<ul>${reference}<li><a href="openapi.json">OpenAPI document</a></li><li><a href="readyz">Readiness</a></li></ul></main></body></html>`
  ].join("\n")
  return { status: 200, headers, contentType: "text/html; charset=utf-8", body, compressible: true }
}

const weightOf = (range: string): number => Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1)

/** Whether a client that accepts this prefers HTML; one that accepts anything gets JSON. */
const prefersHtml = (accept: string | undefined): boolean => {
  const ranges = (accept ?? "").toLowerCase().split(",")
  const weight = (type: string) =>
    Math.max(0, ...ranges.filter((range) => range.trim().split(";")[0]?.trim() === type).map(weightOf))
  const htmlWeight = weight("text/html")
  return htmlWeight > 0 && htmlWeight >= weight("application/json")
}

const file = (path: string, operation: string, contentType: string, body: string): PlainRoute => ({
  kind: "plain",
  method: "GET",
  path,
  operation,
  answer: () =>
    Effect.succeed<Answer>({
      status: 200,
      headers: { ...pageHeaders, "cache-control": "public, max-age=86400" },
      contentType,
      body,
      compressible: true
    })
})

/** The routes of the root; browsers get the home page, if there is one. */
export const routes = (pages: Pages | undefined): ReadonlyArray<PlainRoute> => {
  const hasReference = pages?.reference !== undefined
  const entrance = page(hasReference)
  return [
    {
      kind: "plain",
      method: "GET",
      path: "/",
      operation: "entrance",
      answer: (params, request) => {
        if (!prefersHtml(request.header("accept"))) return Effect.succeed(json(hasReference, request))
        return pages?.hasHome === true ? pages.answer(params, request) : Effect.succeed(entrance)
      }
    },
    ...["/v1", "/v1/"].map(
      (path): PlainRoute => ({
        kind: "plain",
        method: "GET",
        path,
        operation: "getApiInformation",
        answer: information
      })
    ),
    ...(pages?.hasHome === true ? [] : [file("/style.css", "entrance", "text/css; charset=utf-8", style)]),
    file("/favicon.ico", "favicon", "image/svg+xml", icon),
    file("/favicon.svg", "favicon", "image/svg+xml", icon)
  ]
}
