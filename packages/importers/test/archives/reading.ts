/** Reading archives that a test makes, through a sink that keeps everything it gets. */
import type { FoundPage, ImportOutline, ImportPlace, ImportSink, ImportSource } from "@lectern/core/imports/Importer"
import { OutboundError, type OutboundService } from "@lectern/core/outbound/Outbound"
import { layerInline } from "@lectern/core/workers/Workers"
import { Effect, Stream } from "effect"
import { strToU8, type Zippable, zipSync } from "fflate"
import type { Source } from "../../src/Source.js"

/** Everything that was read. */
export interface Read {
  readonly pages: ReadonlyMap<string, FoundPage>
  readonly files: ReadonlyMap<string, { readonly name: string; readonly bytes: Uint8Array }>
  readonly outline: ImportOutline
}

/** An archive of texts and bytes by path. */
export const archive = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [path, typeof content === "string" ? strToU8(content) : content])
    ) satisfies Zippable
  )

/** Answers with the given bytes at the given addresses, and with 404 elsewhere. */
export const serving = (bodies: Readonly<Record<string, Uint8Array | string>>): OutboundService => ({
  fetch: ({ url, maxBytes }) => {
    const body = Object.hasOwn(bodies, url) ? bodies[url]! : undefined
    const bytes = typeof body === "string" ? strToU8(body) : (body ?? new Uint8Array())
    if (bytes.length > maxBytes) return new OutboundError({ reason: "too-large", message: `${url}: too large` })
    return Effect.succeed({
      url,
      status: body === undefined ? 404 : 200,
      headers: {},
      body: Stream.make(bytes)
    })
  }
})

/** Reads an address with a source. */
export const readFrom = Effect.fnUntraced(function* (
  source: Source,
  url: string,
  outbound: OutboundService,
  kind: ImportSource = "zip",
  maxPages = 5_000
) {
  const pages = new Map<string, FoundPage>()
  const files = new Map<string, { readonly name: string; readonly bytes: Uint8Array }>()
  const sink: ImportSink = {
    page: (page) => Effect.sync(() => void (pages.has(page.key) || pages.set(page.key, page))),
    file: ({ key, name, bytes }) =>
      Stream.runCollect(bytes).pipe(
        Effect.map((chunks) => new Uint8Array([...chunks].flatMap((chunk) => [...chunk]))),
        Effect.flatMap((whole) => Effect.sync(() => files.set(key, { name, bytes: whole })))
      ),
    found: () => Effect.void
  }
  const outline = yield* Effect.provide(source({ source: kind, url, maxPages }, sink, outbound), layerInline)
  return { pages, files, outline } satisfies Read
})

/** Reads an archive with a source. */
export const readArchive = (source: Source, bytes: Uint8Array, kind: ImportSource = "zip", maxPages?: number) =>
  readFrom(source, "https://example.com/a.zip", serving({ "https://example.com/a.zip": bytes }), kind, maxPages)

/** The places as indented lines: the key without its scheme, then the title of the navigation. */
export const lines = (places: ReadonlyArray<ImportPlace>, depth = 0): ReadonlyArray<string> =>
  places.flatMap(({ key, title, places: below }) => [
    "  ".repeat(depth) +
      [key?.slice("import:/".length), title === undefined ? undefined : `(${title})`].filter(Boolean).join(" "),
    ...lines(below, depth + 1)
  ])

/** The keys of all places. */
export const keys = (places: ReadonlyArray<ImportPlace>): ReadonlyArray<string> =>
  places.flatMap(({ key, places: below }) => [...(key === undefined ? [] : [key]), ...keys(below)])

/** The markdown of the page at a path. */
export const page = (read: Read, path: string): string =>
  read.pages.get(`import:/${path}`)?.markdown ?? `no page ${path}`
