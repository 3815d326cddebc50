/** Small sites on real servers, and the results of reading one. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setImmediate } from "node:timers/promises"
import type { FoundPage, ImportOutline, ImportPlace, ImportSink } from "@lectern/core/imports/Importer"
import { Outbound } from "@lectern/core/outbound/Outbound"
import { layerInline } from "@lectern/core/workers/Workers"
import { parseRanges } from "@lectern/node/outbound/Addresses"
import * as GuardedFetch from "@lectern/node/outbound/GuardedFetch"
import { Clock, Effect, type Exit, Option, Stream, TestClock } from "effect"
import { websiteSource } from "../../src/website/WebsiteSource.js"

/** The answer of a path: a page of HTML, or whatever the function writes. */
export type Answer = string | ((response: ServerResponse, request: IncomingMessage) => void)

/** A site that is being served. */
export interface Site {
  readonly origin: string
  /** The paths that were asked for, in order. */
  readonly log: ReadonlyArray<string>
  /** The most requests that were under way at the same time. */
  readonly peak: () => number
  /** How many requests are under way. */
  readonly active: () => number
}

/** A PNG of one point. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)

/** Answers with other content than HTML. */
export const content =
  (contentType: string, body: string | Uint8Array): Answer =>
  (response) =>
    response.writeHead(200, { "content-type": contentType }).end(body)

/** Answers with a redirect. */
export const redirect =
  (location: string): Answer =>
  (response) =>
    response.writeHead(301, { location }).end()

/** A page with only the given content. */
export const html = (title: string, body: string, head = ""): string =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`

/** Serves the answer of `answer` for a path and query; 404 where it has none. */
export const serve = (answer: (path: string) => Answer | undefined) =>
  Effect.acquireRelease(
    Effect.async<Site & { readonly close: () => void }>((resume) => {
      const log: Array<string> = []
      let active = 0
      let peak = 0
      const server = createServer((request, response) => {
        const path = request.url ?? ""
        log.push(path)
        peak = Math.max(peak, ++active)
        response.on("close", () => active--)
        void setImmediate().then(() => {
          const found = answer(path)
          if (found === undefined) response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>")
          else if (typeof found === "function") found(response, request)
          else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(found)
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        const close = () => {
          server.closeAllConnections()
          server.close()
        }
        resume(
          Effect.succeed({ origin: `http://127.0.0.1:${port}`, log, peak: () => peak, active: () => active, close })
        )
      })
    }),
    ({ close }) => Effect.sync(close)
  )

/** {@link serve} of answers by path. */
export const serveAll = (answers: Readonly<Record<string, Answer>>) =>
  serve((path) => (Object.hasOwn(answers, path) ? answers[path] : undefined))

/** The results of reading a site. */
export interface Reading {
  readonly pages: ReadonlyMap<string, FoundPage>
  readonly files: ReadonlyMap<string, number>
  readonly totals: ReadonlyArray<number>
  readonly outline: ImportOutline
}

/** Reads a site from a path of it. */
export const read = Effect.fnUntraced(function* (site: Site, path: string, maxPages = 100) {
  const pages = new Map<string, FoundPage>()
  const files = new Map<string, number>()
  const totals: Array<number> = []
  const sink: ImportSink = {
    page: (page) =>
      Effect.sync(() => {
        pages.set(page.key, page)
      }),
    file: ({ bytes, key }) =>
      Stream.runFold(bytes, 0, (total, { length }) => total + length).pipe(
        Effect.tap((size) => Effect.sync(() => files.set(key, size)))
      ),
    found: (total) =>
      Effect.sync(() => {
        totals.push(total)
      })
  }
  const outbound = yield* Outbound
  const outline = yield* Effect.provide(
    websiteSource({ source: "website", url: site.origin + path, maxPages }, sink, outbound),
    layerInline
  )
  return { pages, files, totals, outline } satisfies Reading
})

/** The fetches of the tests: real ones, to this machine. */
export const outboundLayer = GuardedFetch.layer({ allow: parseRanges("127.0.0.0/8") ?? [] })

/** An outline as lines, nested by two spaces: the title, and the address below `origin` of each page. */
export const lines = ({ outline, pages }: Reading, origin: string): ReadonlyArray<string> => {
  const of = (places: ReadonlyArray<ImportPlace>, depth: string): ReadonlyArray<string> =>
    places.flatMap(({ key, places: below, title }) => [
      `${depth}${title ?? pages.get(key ?? "")?.title}${key === undefined ? "" : ` <${key.replace(origin, "")}>`}`,
      ...of(below, `${depth}  `)
    ])
  return of(outline.places, "")
}

/** Lets the work of this process and of its sockets go on. */
const turn = Effect.promise(() => setImmediate())

/** Waits until something is so. */
export const eventually = (holds: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (holds() ? Effect.void : Effect.zipRight(turn, eventually(holds))))

/** How long nothing must happen, in turns of the process, until the clock goes on. */
const quietTurns = 40
/** A sleep of more than this many milliseconds waits for an answer, not for another try. */
const longestPause = 25_000

/**
 * Runs an effect that pauses by the test clock: whenever nothing is under way between it and the sites, the clock goes
 * to where the next pause ends. Returns the passed time, in milliseconds, with the result.
 */
export const passingTime = <A, E, R>(effect: Effect.Effect<A, E, R>, ...sites: ReadonlyArray<Site>) =>
  Effect.gen(function* () {
    const began = yield* Clock.currentTimeMillis
    const fiber = yield* Effect.fork(effect)
    let quiet = 0
    let asked = 0
    while (Option.isNone(yield* fiber.poll)) {
      yield* turn
      const now = sites.reduce((total, { log }) => total + log.length, 0)
      const isQuiet = now === asked && sites.every(({ active }) => active() === 0)
      quiet = isQuiet ? quiet + 1 : 0
      asked = now
      if (quiet < quietTurns) continue
      const time = yield* Clock.currentTimeMillis
      const wakes = [...(yield* TestClock.sleeps())].filter((wake) => wake > time && wake <= time + longestPause)
      if (wakes.length > 0) yield* TestClock.setTime(Math.min(...wakes))
      quiet = 0
    }
    return { result: yield* fiber.await, passed: (yield* Clock.currentTimeMillis) - began }
  })

/** The message of a failed reading. */
export const failure = (exit: Exit.Exit<unknown, { readonly message: string }>): string =>
  exit._tag === "Failure" && exit.cause._tag === "Fail" ? exit.cause.error.message : "no failure"

/** Links to paths. */
export const links = (...paths: ReadonlyArray<string>): string =>
  paths.map((path) => `<a href="${path}">${path}</a>`).join(" ")

/** A page of one sentence and links to paths. */
export const page = (name: string, ...to: ReadonlyArray<string>): string =>
  html(name, `<p>This is ${name}. ${links(...to)}</p>`)

/** Answers with plain text. */
export const text = (body: string): Answer => content("text/plain", body)

/** The keys of the pages and files that were read, below the site. */
export const paths = (pages: ReadonlyMap<string, unknown>, { origin }: Site): ReadonlyArray<string> =>
  [...pages.keys()].map((key) => key.replace(origin, ""))
