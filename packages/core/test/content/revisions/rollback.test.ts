import { Links } from "@lectern/core/links/Links"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { inWorkspace } from "../pages/space.js"

describe.each(storages)("revisions, $name", (storage) => {
  it("can be gone back to, with search and links, and that too can be undone", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits
        const contents = yield* Contents
        const revisions = yield* Revisions
        const search = yield* Search
        const links = yield* Links
        const broken = Effect.map(links.list(id, { status: "broken" }), ({ count }) => count)
        const found = (query: string) => Effect.map(search.space(id, { query }), ({ items }) => items.length)
        const { revision: old } = yield* edits.apply(id, {
          changes: [
            { operation: "insert_page", title: "Guide", document: { markdown: "# Guide\n\nAlpacas.\n" } },
            { operation: "insert_page", title: "Tips" }
          ]
        })
        const [page, tips] = (yield* contents.pages(id)).pages.map((each) => each.id)
        if (page === undefined || tips === undefined) return yield* Effect.dieMessage("no pages")
        const document = { markdown: `# Manual\n\nBadgers, and [tips](/pages/${tips}).\n` }
        yield* edits.apply(id, {
          changes: [
            { operation: "update_page", page, document, slug: "manual" },
            { operation: "delete_page", page: tips },
            { operation: "insert_page", title: "Below", into: page }
          ]
        })
        const young = yield* contents.head(id)
        expect(yield* broken).toBe(1)
        const back = yield* revisions.rollback(id, old)
        const { parents, type } = yield* contents.revision(id, back)
        expect([type, parents]).toEqual(["rollback", [young]])
        expect(yield* contents.head(id)).toBe(back)
        expect((yield* revisions.compare(id, old, back)).changes).toEqual([])
        expect(yield* contents.pageByPath(id, "guide")).toMatchObject({ markdown: "# Guide\n\nAlpacas.\n", pages: [] })
        expect([yield* found("alpacas"), yield* found("badgers"), yield* found("below")]).toEqual([1, 0, 0])
        expect(yield* broken).toBe(0)
        expect(yield* revisions.rollback(id, old)).toBe(back)
        yield* revisions.rollback(id, young)
        expect((yield* contents.pageByPath(id, "manual/below")).title).toBe("Below")
        expect([yield* found("alpacas"), yield* found("badgers"), yield* found("below")]).toEqual([0, 1, 1])
        expect(yield* broken).toBe(1)
      })
    ))
})
