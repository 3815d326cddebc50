/** The search index of a space on a site, in batches. */
import { describe, expect, it } from "@effect/vitest"
import { visitor } from "@lectern/core/access/Actor"
import type { IndexedPages } from "@lectern/core/publishing/site-reading/IndexedPages"
import { SitePages } from "@lectern/core/publishing/site-reading/SitePages"
import { Sites } from "@lectern/core/sites/Sites"
import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect } from "effect"
import { storages } from "../../storages.js"
import { as, organization, workspace } from "../../workspace.js"

/** How many pages a batch reads. */
const batch = 100

describe.each(storages)("indexed pages over $name", (storage) => {
  it.effect("are read batch by batch, each page once, and none of another space or hidden", () =>
    Effect.gen(function* () {
      const { id, admin } = yield* organization()
      const own = as(admin)
      const spaces = yield* Spaces
      const edits = yield* ContentEdits
      const sites = yield* Sites
      const filled = Effect.fnUntraced(function* (count: number) {
        const { id: space } = yield* own(spaces.create(id, { title: `${count} pages` }))
        const changes = Array.from({ length: count }, (_, index) => ({
          operation: "insert_page" as const,
          title: `Page ${index}`,
          document: { markdown: "Text.\n\n## A section\n\nMore text." },
          ...(index === 1 && { condition: "visitor.claims.staff" })
        }))
        for (let from = 0; from < count; from += 50) {
          yield* own(edits.apply(space, { changes: changes.slice(from, from + 50) }))
        }
        return space
      })
      // Spaces follow one another in the index, so that a batch may end in another one.
      for (const count of [0, 1, batch, 2 * batch + 5]) {
        const [space] = [yield* filled(count), yield* filled(2)]
        const site = (yield* own(sites.create(id, { title: "Site", spaces: [space] }))).id
        yield* own(sites.publish(id, site))
        const [siteSpace] = (yield* own((yield* SiteSpaces).list(id, site, {}))).items
        const { indexed } = yield* SitePages
        const pages: Array<string> = []
        const batches: Array<number> = []
        for (let after: string | undefined = ""; after !== undefined; ) {
          const read: IndexedPages = yield* as(visitor())(indexed(id, site, siteSpace!.id, after))
          pages.push(...read.pages.map(({ documents }) => documents[0]!.title))
          batches.push(read.pages.length)
          expect(read.next).not.toBe(after)
          after = read.next
        }
        const seen = Array.from({ length: count }, (_, index) => `page ${index}`).filter((_, index) => index !== 1)
        expect(pages.toSorted()).toEqual(seen.toSorted())
        expect(batches.length).toBe(Math.floor(count / batch) + 1)
      }
    }).pipe(Effect.provide(workspace(storage)))
  )
})
