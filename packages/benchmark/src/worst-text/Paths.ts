/** Every way on which a server reads a text, with one text. */
import { createServer, type Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import type { Answered, Server } from "./Server.js"

/** Milliseconds by what was done. */
export type Times = Readonly<Record<string, number>>

/** A website with one text, as markdown at `/text.md` and in an HTML page at `/text.html`. */
export interface TextSite {
  readonly address: string
  readonly show: (text: string) => void
}

/** Serves a text to imports; ends with the scope. */
export const textSite = Effect.map(
  Effect.acquireRelease(
    Effect.async<{ readonly server: HttpServer; readonly shown: { text: string } }>((resume) => {
      const shown = { text: "" }
      const server = createServer((request, response) => {
        const html = request.url?.endsWith(".html") === true
        response.setHeader("content-type", html ? "text/html; charset=utf-8" : "text/markdown; charset=utf-8")
        response.end(html ? `<!doctype html><title>T</title><main><h1>T</h1>\n${shown.text}</main>` : shown.text)
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
const text = (value: unknown): string => (typeof value === "string" ? value : "")

/** Fails where something was refused that must not be. */
const accepted = (what: string, answered: Answered): Answered => {
  if (answered.status < 300) return answered
  throw new Error(`${what} answered ${answered.status}: ${JSON.stringify(answered.body).slice(0, 200)}`)
}

/** A new space. */
export const newSpace = async (server: Server, organization: string): Promise<string> =>
  text(accepted("space", await server.ask("POST", `/v1/orgs/${organization}/spaces`, { title: "Texts" })).body.id)

const insert = (server: Server, place: string, markdown: string, title = "T"): Promise<Answered> =>
  server.ask("POST", `${place}/content`, { changes: [{ operation: "insert_page", title, document: { markdown } }] })
const update = (server: Server, place: string, page: string, markdown: string): Promise<Answered> =>
  server.ask("POST", `${place}/content`, { changes: [{ operation: "update_page", page, document: { markdown } }] })

/** Whether a text may be a page; what is refused is refused with a sentence that names a bound. */
export const isAllowed = async (server: Server, organization: string, markdown: string): Promise<boolean> => {
  const answered = await insert(server, `/v1/spaces/${await newSpace(server, organization)}`, markdown)
  const message = text((answered.body.error as { readonly message?: unknown } | undefined)?.message)
  if (answered.status === 400 && !/expected at most [\d,]+/.test(message)) {
    throw new Error(`a text is refused without naming a bound: ${message}`)
  }
  return answered.status < 300
}

const idOfFirstPage = async (server: Server, place: string): Promise<string> => {
  const { body } = accepted("pages", await server.ask("GET", `${place}/content/pages`))
  const [first] = body.pages as ReadonlyArray<{ readonly id: string }>
  return first?.id ?? ""
}

/** A specification is sent in a body of at most 1 MB, in which its text is escaped. */
const longestSpecification = 256 * 1024

const specification = (description: string): string =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1", description }, paths: {} })

/** Waits until a specification is processed. */
const processed = async (server: Server, path: string): Promise<void> => {
  for (;;) {
    const { body } = accepted("specification", await server.ask("GET", path))
    if (body.processingState === "complete") return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Takes one text along every path over HTTP, in a space of its own. */
export const walk = async (
  server: Server,
  site: TextSite,
  organization: string,
  markdown: string,
  comment: string
): Promise<Times> => {
  const times: Record<string, number> = {}
  const note = async (what: string, asked: Promise<Answered>, mayConflict = false): Promise<Answered> => {
    const answered = await asked
    times[what] = (times[what] ?? 0) + answered.time
    return mayConflict && answered.status === 409 ? answered : accepted(what, answered)
  }
  const space = await newSpace(server, organization)
  const place = `/v1/spaces/${space}`
  await note("edit", insert(server, place, markdown))
  const page = await idOfFirstPage(server, place)
  await note("edit", update(server, place, page, `Begin.\n\n${markdown}`.slice(0, -10)))
  await note("document", server.ask("GET", `${place}/content/page/${page}?format=document`))
  await note("links", server.ask("GET", `${place}/content/page/${page}/links?limit=1000`))
  await note("links", server.ask("GET", `${place}/links?limit=1000`))
  await note("search", server.ask("GET", `${place}/search?query=begin%20a`))
  const posted = await note("comment", server.ask("POST", `${place}/comments`, { body: { markdown: comment } }))
  await note("comment", server.ask("GET", `${place}/comments/${text(posted.body.id)}?format=document`))

  const request = text((await note("merge", server.ask("POST", `${place}/change-requests`, {}))).body.id)
  const proposal = `${place}/change-requests/${request}`
  const half = markdown.length >> 1
  await note("edit", update(server, proposal, page, `Begin here.\n\n${markdown.slice(0, half)}`))
  await note("edit", update(server, place, page, `${markdown.slice(half)}\n\nEnd.`))
  await note("changes", server.ask("GET", `${proposal}/changes`))
  await note("links", server.ask("GET", `${proposal}/links?limit=1000`))
  await note("merge", server.ask("POST", `${proposal}/update`), true)
  await note("merge", server.ask("POST", `${proposal}/merge`), true)

  site.show(markdown)
  for (const source of ["markdown", "html"]) {
    const url = `${site.address}/text.${source === "html" ? "html" : "md"}`
    const asked = server.ask("POST", `${place}/content/import`, { url, source })
    const { status, time } = await asked
    // What becomes too much for a page, or of what nothing is left, is refused.
    if (status >= 300 && status !== 400 && status !== 409) await note("import", asked)
    times.import = (times.import ?? 0) + time
  }

  const slug = `spec-${space.toLowerCase()}`
  const started = performance.now()
  accepted(
    "specification",
    await server.ask("POST", `/v1/orgs/${organization}/openapi`, {
      slug,
      source: { text: specification(markdown.slice(0, longestSpecification)) }
    })
  )
  await processed(server, `/v1/orgs/${organization}/openapi/${slug}`)
  times.specification = performance.now() - started
  return times
}

/** Makes a PDF of a text, which may be too much for one. */
export const print = async (server: Server, organization: string, markdown: string): Promise<number> => {
  const place = `/v1/spaces/${await newSpace(server, organization)}`
  accepted("edit", await insert(server, place, markdown))
  const answered = await server.ask("GET", `${place}/pdf`)
  return answered.status === 409 ? answered.time : accepted("PDF", answered).time
}

/** One batch with many texts. */
export const batch = async (server: Server, organization: string, texts: ReadonlyArray<string>): Promise<number> => {
  const place = `/v1/spaces/${await newSpace(server, organization)}`
  const changes = texts.map((markdown) => ({ operation: "insert_page", title: "T", document: { markdown } }))
  return accepted("batch", await server.ask("POST", `${place}/content`, { changes })).time
}

/** Another caller's edit while many texts are written at once: the longest of a few, in milliseconds. */
export const editBeside = async (
  server: Server,
  organization: string,
  other: string,
  texts: ReadonlyArray<string>
): Promise<number> => {
  const place = `/v1/spaces/${await newSpace(server, organization)}`
  const spaces = await Promise.all(texts.map(() => newSpace(server, organization)))
  let writing = true
  const written = Promise.all(
    texts.map(async (markdown, at) => {
      const busy = `/v1/spaces/${spaces[at]}`
      accepted("edit", await insert(server, busy, markdown))
      const page = await idOfFirstPage(server, busy)
      accepted("document", await server.ask("GET", `${busy}/content/page/${page}?format=document`))
    })
  ).finally(() => {
    writing = false
  })
  let longest = 0
  const small = { changes: [{ operation: "insert_page", title: "Small", document: { markdown: "word ".repeat(400) } }] }
  while (writing) {
    longest = Math.max(longest, accepted("edit", await server.ask("POST", `${place}/content`, small, other)).time)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await written
  return longest
}
