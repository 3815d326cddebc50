/** Every path over HTTP on which a server reads a text, with one text. */
import { createServer, type Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type { Answered, Server } from "./Server.js"

/** Milliseconds by the kind of work. */
export type Times = Readonly<Record<string, number>>

/**
 * The measurements of a walk: the time of each path, its processor time, and how long it held the event loop at most.
 */
export interface Walked {
  readonly times: Times
  readonly costs: Times
  readonly holds: Times
}

/**
 * A website with one text: as markdown at `/text.md`, in a page of HTML at `/text.html`, in a specification at
 * `/text.json`, and unchanged at `/shown`.
 */
export interface TextSite {
  readonly address: string
  readonly show: (text: string) => void
}

const specification = (description: string): string =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1", description }, paths: {} })

type ServedAs = (text: string) => readonly [type: string, body: string]

const asItIs: ServedAs = (text) => ["text/plain; charset=utf-8", text]
const servedAs: Readonly<Record<string, ServedAs>> = {
  "/text.md": (text) => ["text/markdown; charset=utf-8", text],
  "/text.html": (text) => [
    "text/html; charset=utf-8",
    `<!doctype html><title>T</title><main><h1>T</h1>\n${text}</main>`
  ],
  "/text.json": (text) => ["application/json", specification(text)]
}

/** Serves a text to imports; ends with the scope. */
export const textSite = Effect.map(
  Effect.acquireRelease(
    Effect.async<{ readonly server: HttpServer; readonly shown: { text: string } }>((resume) => {
      const shown = { text: "" }
      const server = createServer((request, response) => {
        const [type, body] = (servedAs[request.url ?? ""] ?? asItIs)(shown.text)
        response.setHeader("content-type", type)
        response.end(body)
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed({ server, shown })))
    }),
    ({ server }) => Effect.sync(() => server.close())
  ),
  ({ server, shown }): TextSite => ({
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (text) => {
      shown.text = text
    }
  })
)

/** The text of an answer's property. */
export const text = (value: unknown): string => (typeof value === "string" ? value : "")

/** Fails if a request was refused that must not be. */
export const accepted = (what: string, answered: Answered): Answered => {
  if (answered.status < 300) return answered
  throw new Error(`${what} answered ${answered.status}: ${JSON.stringify(answered.body).slice(0, 200)}`)
}

/** A new space. */
export const newSpace = async (server: Server, organization: string): Promise<string> =>
  text(accepted("space", await server.ask("POST", `/v1/orgs/${organization}/spaces`, { title: "Texts" })).body.id)

/** Inserts a page. */
export const insert = (server: Server, place: string, markdown: string, title = "T"): Promise<Answered> =>
  server.ask("POST", `${place}/content`, { changes: [{ operation: "insert_page", title, document: { markdown } }] })
const update = (server: Server, place: string, page: string, markdown: string): Promise<Answered> =>
  server.ask("POST", `${place}/content`, { changes: [{ operation: "update_page", page, document: { markdown } }] })

/** Publishes a page as a site that everybody may read, and returns its id. */
export const publishSite = async (server: Server, organization: string, markdown: string): Promise<string> => {
  const sites = `/v1/orgs/${organization}/sites`
  const space = await newSpace(server, organization)
  accepted("edit", await insert(server, `/v1/spaces/${space}`, markdown))
  const made = { title: "Texts", visibility: "public", spaces: [space] }
  const site = text(accepted("site", await server.ask("POST", sites, made)).body.id)
  accepted("site", await server.ask("POST", `${sites}/${site}/publish`, {}))
  return site
}

/** Whether a text may be a page. A refusal must be a sentence that names a bound. */
export const isAllowed = async (server: Server, organization: string, markdown: string): Promise<boolean> => {
  const answered = await insert(server, `/v1/spaces/${await newSpace(server, organization)}`, markdown)
  const message = text((answered.body.error as { readonly message?: unknown } | undefined)?.message)
  if (answered.status === 400 && !/expected at most [\d,]+/.test(message)) {
    throw new Error(`a text is refused without naming a bound: ${message}`)
  }
  return answered.status < 300
}

/** The id of the first page of a space. */
export const idOfFirstPage = async (server: Server, place: string): Promise<string> => {
  const { body } = accepted("pages", await server.ask("GET", `${place}/content/pages`))
  const [first] = body.pages as ReadonlyArray<{ readonly id: string }>
  return first?.id ?? ""
}

/** A specification, once it is processed. */
export const processed = async (server: Server, path: string): Promise<Answered["body"]> => {
  for (;;) {
    const { body } = accepted("specification", await server.ask("GET", path))
    if (body.processingState === "complete") return body
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A part of a text, where a character that is cut in two is replaced. */
export const partOf = (text: string, from: number, to?: number): string => text.slice(from, to).toWellFormed()

const mcpCall = (name: string, args: object): object => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args }
})

/** Where texts are taken. */
export interface Ground {
  readonly server: Server
  readonly site: TextSite
  readonly organization: string
}

/**
 * Takes one text along every path over HTTP, in a space of its own. The last of them is the PDF of its first `printed`
 * bytes, if there are any; one that is stopped is not among the costs.
 */
export const walk = async (
  { organization, server, site }: Ground,
  markdown: string,
  comment: string,
  printed: number
): Promise<Walked> => {
  const times: Record<string, number> = {}
  const costs: Record<string, number> = {}
  const holds: Record<string, number> = {}
  const note = async <A>(what: string, run: () => Promise<A>): Promise<A> => {
    const before = await server.load()
    const started = performance.now()
    const done = await run()
    times[what] = (times[what] ?? 0) + performance.now() - started
    const after = await server.load()
    costs[what] = (costs[what] ?? 0) + after.processor - before.processor
    holds[what] = Math.max(holds[what] ?? 0, after.hold)
    return done
  }
  /** Sends a request that may only be refused with one of these statuses. */
  const asked = (what: string, ask: () => Promise<Answered>, refusals: ReadonlyArray<number> = []): Promise<Answered> =>
    note(what, async () => {
      const answered = await ask()
      return refusals.includes(answered.status) ? answered : accepted(what, answered)
    })
  const get = (what: string, path: string): Promise<Answered> => asked(what, () => server.ask("GET", path))
  const post = (what: string, path: string, body: unknown, refusals?: ReadonlyArray<number>): Promise<Answered> =>
    asked(what, () => server.ask("POST", path, body), refusals)
  const edit = (where: string, page: string, markdown: string): Promise<Answered> =>
    asked("edit", () => update(server, where, page, markdown))

  const space = await newSpace(server, organization)
  const place = `/v1/spaces/${space}`
  await asked("edit", () => insert(server, place, markdown))
  const page = await idOfFirstPage(server, place)
  await edit(place, page, partOf(`Begin.\n\n${markdown}`, 0, -10))
  await get("document", `${place}/content/page/${page}?format=document`)
  await get("document", `${place}/content/page/${page}?format=markdown&evaluated=true`)
  await get("links", `${place}/content/page/${page}/links?limit=1000`)
  await get("links", `${place}/links?limit=1000`)
  await get("search", `${place}/search?query=begin%20a`)
  const posted = await post("comment", `${place}/comments`, { body: { markdown: comment } })
  await get("comment", `${place}/comments/${text(posted.body.id)}?format=document`)

  const proposal = async (): Promise<string> =>
    `${place}/change-requests/${text((await post("edit", `${place}/change-requests`, {})).body.id)}`
  const half = markdown.length >> 1
  const [first, second] = [await proposal(), await proposal()]
  await edit(first, page, `Begin here.\n\n${partOf(markdown, 0, half)}`)
  await edit(second, page, partOf(`Begin.\n\nGo on.\n\n${markdown}`, 0, -20))
  await edit(place, page, `${partOf(markdown, half)}\n\nEnd.`)
  await get("changes", `${first}/changes`)
  await get("links", `${first}/links?limit=1000`)
  await post("update", `${first}/update`, {}, [409])
  await post("merge", `${first}/merge`, {}, [409])
  await post("merge", `${second}/merge`, {}, [409])

  site.show(markdown)
  for (const source of ["markdown", "html"]) {
    const url = `${site.address}/text.${source === "html" ? "html" : "md"}`
    // A text that becomes too much for a page, or of which nothing is left, is refused.
    await post("import", `${place}/content/import`, { url, source }, [400, 409])
  }

  const slug = `spec-${space.toLowerCase()}`
  const source = { url: `${site.address}/text.json` }
  await note("specification", async () => {
    const specifications = `/v1/orgs/${organization}/openapi`
    accepted("specification", await server.ask("POST", specifications, { slug, source }))
    await processed(server, `${specifications}/${slug}`)
  })

  const published = await publishSite(server, organization, markdown)
  const reading = `/sites/${published}`
  // A page that takes too long is refused, and is not kept.
  await asked("page", () => server.read(`${reading}/t`), [409])
  await asked("program", () => server.read(`${reading}/t.md`), [409])
  await asked("mcp", () => server.read(`${reading}/~/mcp`, mcpCall("read_page", { path: "t" })), [409])
  await asked("program", () => server.read(`${reading}/llms-full.txt`), [409])
  await note("publish", () => server.command("publish", published, join(server.dataDir, `published-${published}`)))

  if (printed === 0) return { times, costs, holds }
  const printing = `/v1/spaces/${await newSpace(server, organization)}`
  accepted("edit", await insert(server, printing, partOf(markdown, 0, printed)))
  const { status } = await asked("pdf", () => server.ask("GET", `${printing}/pdf`), [409])
  if (status === 409) delete costs.pdf
  return { times, costs, holds }
}
