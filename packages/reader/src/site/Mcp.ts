/**
 * Makes a published site available to language models: a stateless MCP endpoint for searching, listing and reading its
 * pages. Long texts are answered in parts.
 */
import type { Actor } from "@lectern/core/access/Actor"
import type { LecternError } from "@lectern/core/errors/Errors"
import type { ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { Answer, HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { bounded, refusal, refusedBody, requestBytes } from "./McpMessages.js"
import { partBytes, partOf } from "./TextParts.js"

/** The implementation of the tools, for one reader. */
export interface SiteTools {
  readonly search: (query: string) => Effect.Effect<string, LecternError, Actor>
  readonly list: Effect.Effect<string, LecternError, Actor>
  /** The markdown of the page at a path; `undefined` if there is none. */
  readonly read: (path: string) => Effect.Effect<string | undefined, LecternError, Actor>
}

const Cursor = { cursor: Schema.optional(Schema.String.pipe(Schema.maxLength(100))) }
const Search = Schema.decodeUnknownEither(
  Schema.Struct({ query: Schema.String.pipe(Schema.maxLength(512)), ...Cursor })
)
const ListPages = Schema.decodeUnknownEither(Schema.Struct(Cursor))
const Read = Schema.decodeUnknownEither(Schema.Struct({ path: Schema.String.pipe(Schema.maxLength(2048)), ...Cursor }))

const text = (description: string) => ({ type: "string", description }) as const

const kilobytes = Math.floor(partBytes / 1000)

const cursor = text("Where to read on, as the previous part of the same text says. Leave it out for the beginning.")

/** What a tool answers, as structured content: {@link partSaid}. */
const outputSchema = {
  type: "object",
  properties: {
    text: text("The part of the text, as markdown."),
    cursor: text("The cursor of the next part. There is none after the last part.")
  },
  required: ["text"]
} as const

/** What clients may rely on: the tools change nothing, and read only this site. */
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

const tool = (
  name: string,
  title: string,
  description: string,
  properties: Readonly<Record<string, ReturnType<typeof text>>>
) => ({
  name,
  title,
  annotations: { title, ...annotations },
  outputSchema,
  description: `${description} An answer has up to ${kilobytes} KB; a longer one ends with the cursor of its next part.`,
  inputSchema: { type: "object" as const, properties: { ...properties, cursor }, required: Object.keys(properties) }
})

const tools = (site: ReadSite) => [
  tool(
    "search",
    "Search the documentation",
    `Search the documentation of ${site.title}. Returns titles, paths and excerpts of the pages that match.`,
    { query: text("What to search for, in a few words.") }
  ),
  tool(
    "list_pages",
    "List the pages",
    `List all pages of the documentation of ${site.title}, with their paths and descriptions.`,
    {}
  ),
  tool("read_page", "Read a page", "Read one page as markdown.", {
    path: text("The path or the address of the page, as the other tools give it.")
  })
]

const said = (parts: ReadonlyArray<string>, isError = false) => ({
  content: parts.map((part) => ({ type: "text" as const, text: part })),
  isError
})

/** The answer of a tool: the part of its text at a cursor, and then the instruction for reading on. */
const partSaid = (tool: string, whole: string, at: string | undefined) => {
  const part = partOf(whole, at)
  if (part === undefined) {
    return said(["This cursor is not of this text, which may have changed: begin again, without a cursor."], true)
  }
  const { next, text } = part
  if (next === undefined) return { ...said([text]), structuredContent: { text } }
  const more = `There is more. For the next part, call ${tool} with the same arguments and the cursor ${next}`
  return { ...said([text, more]), structuredContent: { text, cursor: next } }
}

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

/** The arguments of a call, or the failure that describes the problem with them. */
const argumentsOf = <A>(parsed: Either.Either<A, unknown>, expected: string): A =>
  Either.getOrThrowWith(parsed, () => invalid(`${expected}; and cursor, if any, a text of at most 100 characters`))

type Run = <A>(effect: Effect.Effect<A, LecternError, Actor>) => Promise<A>

/** Calls a tool with the arguments from a model. */
const call = async (
  name: string,
  given: unknown,
  { list, read, search }: SiteTools,
  pathOf: (given: string) => string,
  run: Run
) => {
  if (name === "list_pages") {
    const { cursor } = argumentsOf(ListPages(given), "expected an object")
    return partSaid(name, await run(list), cursor)
  }
  if (name === "search") {
    const { cursor, query } = argumentsOf(Search(given), "query: expected a text of at most 512 characters")
    return partSaid(name, await run(search(query)), cursor)
  }
  if (name === "read_page") {
    const { cursor, path } = argumentsOf(Read(given), "path: expected a text of at most 2,048 characters")
    const found = await run(read(pathOf(path)))
    return found === undefined ? said(["There is no page at this path."], true) : partSaid(name, found, cursor)
  }
  throw invalid(`there is no tool ${name.slice(0, 100)}`)
}

/** Answers a request of an MCP client on a site. It is stateless. No answer is longer than `answerBytes`. */
export const mcpAnswer = (
  request: HttpRequest,
  site: ReadSite,
  root: string,
  siteTools: SiteTools
): Effect.Effect<Answer, never, Actor> =>
  Effect.gen(function* () {
    const run = Runtime.runPromise(yield* Effect.runtime<Actor>())
    const body = yield* Effect.promise(() => request.body(requestBytes))
    if (body === undefined) return refusal(413, `a request has at most ${requestBytes} bytes`)
    const refused = refusedBody(body)
    if (refused !== undefined) return refused
    const handler = createMcpHandler(
      () => {
        const server = new Server({ name: site.title, version: "1.0.0" }, { capabilities: { tools: {} } })
        server.setRequestHandler("tools/list", () => ({ tools: tools(site) }))
        server.setRequestHandler("tools/call", ({ params }) =>
          call(params.name, params.arguments ?? {}, siteTools, (given) => pathIn(given, site, root), run)
        )
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
      return bounded(response.status, response.headers.get("content-type") ?? "application/json", await response.text())
    })
  })
