/** The machine-readable files about all pages of a site. */
import type { Actor } from "@lectern/core/access/Actor"
import type { LecternError } from "@lectern/core/errors/Errors"
import type { ReadPage, ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { OutlineEntry } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import type { SitePagesService } from "@lectern/core/internal/publishing/site-reading/SitePagesService"
import type { StreamedBody } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import { feed } from "../feed/Feed.js"
import type { Reading } from "./Addresses.js"
import type { GeneratedPath, ListName } from "./Generated.js"
import { languageOf } from "./Language.js"
import { type Listed, llms, pageMarkdown, robots, sitemap } from "./MachineReadable.js"

/** A whole site, for one reader. */
export interface Whole extends Pick<Reading, "icon" | "root"> {
  readonly site: ReadSite
  readonly spaces: ReadonlyArray<Listed>
  readonly generated: GeneratedPath
  readonly compute: SitePagesService["compute"]
  readonly read: (
    reading: Reading,
    entry: OutlineEntry
  ) => Effect.Effect<
    Pick<ReadPage, "markdown" | "files" | "nodes" | "operations" | "isConditional">,
    LecternError,
    Actor
  >
}

/** A text about a whole site; `rest` streams it instead where conditions in texts make it depend on its reader. */
interface ListText {
  readonly text: string
  readonly rest?: Effect.Effect<StreamedBody, never, Actor>
}

/** The generator of a text about a whole site, and its content type. */
interface MachineList {
  readonly type: string
  readonly of: (whole: Whole) => Effect.Effect<ListText, LecternError, Actor>
}

/** The maximum length of the text of all pages, in characters; later pages are omitted. */
export const wholeLimit = 20_000_000

/** The separator of the texts of two pages. */
const between = "\n---\n\n"

/** Joins the texts of pages. */
export const wholeText = (pages: ReadonlyArray<string>): string => pages.join(between)

/** The pages of a whole site in order, to be read one by one. */
function* pagesOf({ icon, root, site, spaces }: Whole) {
  for (const { outline, siteSpace } of spaces) {
    const section = site.sections.find(({ siteSpaces }) => siteSpaces.includes(siteSpace))
    if (section === undefined) continue
    const reading: Reading = { icon, site, root, section, siteSpace, outline, language: languageOf(site, siteSpace) }
    for (const entry of outline.documents) yield { reading, entry }
  }
}

/** A page, and its text for programs. */
const pageIn = (whole: Whole, reading: Reading, entry: OutlineEntry) =>
  Effect.flatMap(whole.read(reading, entry), (page) =>
    Effect.map(pageMarkdown(whole.compute, reading, entry, page), (text) => ({
      text,
      isConditional: page.isConditional
    }))
  )

/**
 * The texts of all pages, or, if the text of a page depends on its reader, of the pages up to the first such page. The
 * rest is streamed from there.
 */
const everyPage = Effect.fnUntraced(function* (whole: Whole): Effect.fn.Return<ListText, LecternError, Actor> {
  const texts: Array<string> = []
  let left = wholeLimit
  for (const { entry, reading } of pagesOf(whole)) {
    if (left < 0) break
    const page = yield* pageIn(whole, reading, entry)
    left -= page.text.length
    texts.push(page.text)
    if (page.isConditional) return { text: "", rest: streamedPages(whole, texts) }
  }
  return { text: wholeText(texts) }
})

/**
 * How many whole texts are made in parallel in this process, and how many pages are read in parallel for streamed ones.
 */
export const mostWhole = 2

const places = Effect.unsafeMakeSemaphore(mostWhole)
const readingPlaces = Effect.unsafeMakeSemaphore(mostWhole)

const encoder = new TextEncoder()

/**
 * The texts of all pages one by one, for answers that are not cached: each page is read when the client has taken the
 * one before it, in turn with the pages of other answers. A client that reads slowly holds up nobody. The texts of the
 * first pages may be known already.
 */
export const streamedPages = (
  whole: Whole,
  known: ReadonlyArray<string> = []
): Effect.Effect<StreamedBody, never, Actor> =>
  Effect.map(Effect.runtime<Actor>(), (runtime) => {
    const run = Runtime.runPromise(runtime)
    const chunks = async function* () {
      let left = wholeLimit
      let count = 0
      for (const { entry, reading } of pagesOf(whole)) {
        if (left < 0) break
        const text = known[count] ?? (await run(readingPlaces.withPermits(1)(pageIn(whole, reading, entry)))).text
        yield encoder.encode(count === 0 ? text : `${between}${text}`)
        count++
        left -= text.length
      }
    }
    return { length: undefined, chunks: chunks() }
  })

const plain = (text: string): Effect.Effect<ListText> => Effect.succeed({ text })

/** The texts by their names. */
export const lists: Readonly<Record<ListName, MachineList>> = {
  "llms.txt": { type: "text/plain", of: ({ root, site, spaces }) => plain(llms(site, root, spaces)) },
  "llms-full.txt": { type: "text/plain", of: (whole) => places.withPermits(1)(everyPage(whole)) },
  "sitemap.xml": {
    type: "application/xml",
    of: ({ root, site, spaces }) => plain(sitemap(site, root, spaces))
  },
  "feed.xml": {
    type: "application/atom+xml",
    of: ({ generated, root, site, spaces }) => plain(feed(site, root, spaces, generated))
  },
  "robots.txt": { type: "text/plain", of: ({ generated, root, site }) => plain(robots(site, root, generated)) }
}

/** Whether this is the name of a text about a whole site. */
export const isList = (name: string): name is ListName => Object.hasOwn(lists, name)
