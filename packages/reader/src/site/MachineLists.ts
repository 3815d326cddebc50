/** The machine-readable files about all pages of a site. */
import type { Actor } from "@lectern/core/access/Actor"
import type { LecternError } from "@lectern/core/errors/Errors"
import type { ReadPage, ReadSite } from "@lectern/core/internal/site-reading/ReadSite"
import type { OutlineEntry } from "@lectern/core/internal/site-reading/SiteOutline"
import * as Effect from "effect/Effect"
import { feed } from "../feed/Feed.js"
import type { Reading } from "./Addresses.js"
import { languageOf } from "./Language.js"
import { type Listed, llms, pageMarkdown, robots, sitemap } from "./Machine.js"

/** A whole site, for one reader. */
interface Whole extends Pick<Reading, "icon" | "root"> {
  readonly site: ReadSite
  readonly spaces: ReadonlyArray<Listed>
  readonly read: (
    reading: Reading,
    entry: OutlineEntry
  ) => Effect.Effect<Pick<ReadPage, "markdown" | "files" | "isConditional">, LecternError, Actor>
}

/** A text about a whole site, and whether its content depends on conditions in texts. */
interface ListText {
  readonly text: string
  readonly isConditional: boolean
}

/** The generator of a text about a whole site, and its content type. */
interface MachineList {
  readonly type: string
  readonly of: (whole: Whole) => Effect.Effect<ListText, LecternError, Actor>
}

/** The maximum length of the text of all pages, in characters; later pages are omitted. */
export const wholeLimit = 20_000_000

/** Joins the texts of pages. */
export const wholeText = (pages: ReadonlyArray<string>): string => pages.join("\n---\n\n")

const everyPage = Effect.fnUntraced(function* ({ icon, read, root, site, spaces }: Whole) {
  const texts: Array<string> = []
  let left = wholeLimit
  let isConditional = false
  for (const { outline, siteSpace } of spaces) {
    const section = site.sections.find(({ siteSpaces }) => siteSpaces.includes(siteSpace))
    for (const entry of section === undefined ? [] : outline.documents) {
      if (section === undefined || left < 0) break
      const language = languageOf(site, siteSpace)
      const reading: Reading = { icon, site, root, section, siteSpace, outline, language }
      const page = yield* read(reading, entry)
      const text = pageMarkdown(reading, entry, page)
      isConditional ||= page.isConditional
      left -= text.length
      texts.push(text)
    }
  }
  return { text: wholeText(texts), isConditional }
})

const plain = (text: string): Effect.Effect<ListText> => Effect.succeed({ text, isConditional: false })

/** The texts by their paths below the URL of a site. */
export const lists: Readonly<Record<string, MachineList>> = {
  "llms.txt": { type: "text/plain", of: ({ root, site, spaces }) => plain(llms(site, root, spaces)) },
  "llms-full.txt": { type: "text/plain", of: everyPage },
  "sitemap.xml": {
    type: "application/xml",
    of: ({ root, site, spaces }) => plain(sitemap(site, root, spaces))
  },
  "feed.xml": {
    type: "application/atom+xml",
    of: ({ root, site, spaces }) => plain(feed(site, root, spaces))
  },
  "robots.txt": { type: "text/plain", of: ({ root, site }) => plain(robots(site, root)) }
}
