/** Published sites of many pages: the cost of one page must not depend on how many there are. */
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { markdownOf } from "../Corpus.js"
import { constant, type Family, ratioAtMost, subjectAtMost, type Target } from "../Harness.js"
import { lectern, usageOf } from "../Programs.js"
import type { Manual } from "../reader/Manuals.js"
import { basename, type PublishedSite, publishedSite, sitePath } from "../reader/PublishedSite.js"
import { pathOf } from "../Workspace.js"

const [many, fewer] = [10_000, 1_000]
const bytes = 2_000

/** The heap that an export gets, in megabytes. */
const heap = 256

const manualOf = (pages: number): Manual => ({
  name: `a manual of ${pages} pages`,
  files: Array.from({ length: pages }, (_, i) => ({
    path: `${pathOf(i)}.md`,
    bytes: new TextEncoder().encode(markdownOf(i, bytes))
  }))
})

interface Measured {
  /** Processor time of the export for one page, in milliseconds. */
  readonly exported: number
  readonly megabytes: number
  /** The length of a page's HTML, in KB. */
  readonly page: number
}

const measured = Effect.fnUntraced(function* (pages: number) {
  const site: PublishedSite = yield* publishedSite(manualOf(pages))
  const path = site.paths.findLast((each) => each !== sitePath) ?? ""
  return yield* Effect.promise(async (): Promise<Measured> => {
    const { length } = await (await site.ask(path)).text()
    const to = mkdtempSync(join(site.folder, "export-"))
    const program = [`--max-old-space-size=${heap}`, lectern, "publish", basename, to, "--data-dir", site.folder]
    const { megabytes, seconds } = await usageOf(process.execPath, program)
    return { exported: (seconds * 1_000) / pages, megabytes, page: length / 1_000 }
  })
}, Effect.scoped)

/** Sites of 10,000 and of 1,000 pages in folders of 100. */
export const readerLarge: Family = {
  name: "reader-large",
  onlyAsked: true,
  rows: Effect.gen(function* () {
    const [all, some] = [yield* measured(many), yield* measured(fewer)]
    const row = (name: string, what: string, of: (each: Measured) => number, unit: string, target: Target) =>
      constant(name, [`${what}, site of 10,000 pages`, of(all)], ["of 1,000 pages", of(some)], unit, target)
    return [
      row("reader-large-page", "HTML of a page", ({ page }) => page, "KB", subjectAtMost(45)),
      row("reader-large-export", "export, for each page", ({ exported }) => exported, "CPU ms", ratioAtMost(1.4)),
      row(
        "reader-large-memory",
        `peak memory of the export, heap of ${heap} MB`,
        ({ megabytes }) => megabytes,
        "MB",
        subjectAtMost(2 * heap)
      )
    ]
  })
}
