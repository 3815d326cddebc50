/**
 * Makes a published site available to language models: a stateless MCP endpoint for searching, listing and reading its
 * pages.
 */
import type { Actor } from "@lectern/core/access/Actor"
import type { LecternError } from "@lectern/core/errors/Errors"
import type { ReadSite } from "@lectern/core/internal/site-reading/ReadSite"
import type { Answer, HttpRequest } from "@lectern/http/internal/dispatcher/Exchange"
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"

/** The implementation of the tools, for one reader. */
export interface SiteTools {
  readonly search: (query: string) => Effect.Effect<string, LecternError, Actor>
  readonly list: Effect.Effect<string, LecternError, Actor>
  /** The markdown of the page at a path; `undefined` if there is none. */
  readonly read: (path: string) => Effect.Effect<string | undefined, LecternError, Actor>
}

/** The maximum size of a request, in bytes. */
const bodyLimit = 64 * 1024

const Search = Schema.decodeUnknownEither(Schema.Struct({ query: Schema.String.pipe(Schema.maxLength(512)) }))
const Read = Schema.decodeUnknownEither(Schema.Struct({ path: Schema.String.pipe(Schema.maxLength(2048)) }))

const text = (description: string) => ({ type: "string", description }) as const

const tools = (site: ReadSite) => [
  {
    name: "search",
    description: `Search the documentation of ${site.title}. Returns titles, paths and excerpts of the pages that match.`,
    inputSchema: {
      type: "object" as const,
      properties: { query: text("What to search for, in a few words.") },
      required: ["query"]
    }
  },
  {
    name: "list_pages",
    description: `List all pages of the documentation of ${site.title}, with their paths and descriptions.`,
    inputSchema: { type: "object" as const, properties: {} }
  },
  {
    name: "read_page",
    description: "Read one page as markdown.",
    inputSchema: {
      type: "object" as const,
      properties: { path: text("The path or the address of the page, as the other tools give it.") },
      required: ["path"]
    }
  }
]

const said = (answer: string, isError = false) => ({ content: [{ type: "text" as const, text: answer }], isError })

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

/** The path on a site from a model's input: a URL of the site, or a path below it, with or without `.md`. */
const pathIn = (given: string, site: ReadSite, root: string): string => {
  const path = URL.canParse(given) ? new URL(given).pathname : (given.split(/[?#]/)[0] ?? "")
  const own = URL.canParse(site.address) ? new URL(site.address).pathname : root
  const below = [root, own].find((start) => path.startsWith(start))
  const rest = below === undefined ? path : path.slice(below.length)
  try {
    return decodeURIComponent(rest.replace(/^\/+|\/+$/g, "").replace(/\.md$/, ""))
  } catch {
    return ""
  }
}

const json = (status: number, body: string): Answer => ({
  status,
  body,
  contentType: "application/json",
  sameOrigin: true,
  headers: { "cache-control": "private, no-store", "x-robots-tag": "noindex" }
})

/** Answers a request of an MCP client on a site. It is stateless. */
export const mcpAnswer = (
  request: HttpRequest,
  site: ReadSite,
  root: string,
  { list, read, search }: SiteTools
): Effect.Effect<Answer, never, Actor> =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime<Actor>()
    const run = Runtime.runPromise(runtime)
    const body = yield* Effect.promise(() => request.body(bodyLimit))
    if (body === undefined) return json(413, JSON.stringify({ error: "the request is too long" }))
    const handler = createMcpHandler(
      () => {
        const server = new Server({ name: site.title, version: "1.0.0" }, { capabilities: { tools: {} } })
        server.setRequestHandler("tools/list", () => ({ tools: tools(site) }))
        server.setRequestHandler("tools/call", async ({ params }) => {
          if (params.name === "list_pages") return said(await run(list))
          if (params.name === "search") {
            const asked = Search(params.arguments ?? {})
            if (Either.isLeft(asked)) throw invalid("query: expected a text of at most 512 characters")
            return said(await run(search(asked.right.query)))
          }
          if (params.name === "read_page") {
            const asked = Read(params.arguments ?? {})
            if (Either.isLeft(asked)) throw invalid("path: expected a text of at most 2,048 characters")
            const found = await run(read(pathIn(asked.right.path, site, root)))
            return found === undefined ? said("There is no page at this path.", true) : said(found)
          }
          throw invalid(`there is no tool ${params.name}`)
        })
        return server
      },
      // There are no notifications to subscribe to, which would keep a response open.
      { maxSubscriptions: 0 }
    )
    const headers = new Headers()
    for (const name of ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"]) {
      const value = request.header(name)
      if (value !== undefined) headers.set(name, value)
    }
    const asked = new Request(new URL(`${root}~/mcp`, site.address), {
      method: "POST",
      headers,
      body: new Uint8Array(body)
    })
    return yield* Effect.promise(async () => {
      const response = await handler.fetch(asked)
      const answer = await response.text()
      return {
        ...json(response.status, answer),
        contentType: response.headers.get("content-type") ?? "application/json"
      }
    })
  })
