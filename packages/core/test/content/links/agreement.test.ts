import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ContentBatch } from "@lectern/core/content/ContentChange"
import { type Page, PageId } from "@lectern/core/content/Page"
import type { RevisionId } from "@lectern/core/content/RevisionId"
import { Links } from "@lectern/core/links/Links"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { type At, Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { references } from "@lectern/core/text/markdown/ReferenceSearch"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { inPieces, storages } from "../../storages.js"
import { inWorkspace } from "../pages/space.js"

type Change = ContentBatch["changes"][number]

/** One edit: its place, its kind, and the pages, of all that ever existed, that it is about and links to. */
const edit = fc.record({
  on: fc.constantFrom("main", "request"),
  what: fc.constantFrom("insert", "insert", "write", "move", "delete", "revert", "update"),
  page: fc.nat(20),
  links: fc.array(fc.nat(20), { maxLength: 3 })
})

const flat = (pages: ReadonlyArray<Page>): ReadonlyArray<Page> =>
  pages.flatMap((page) => [page, ...("pages" in page ? flat(page.pages) : [])])

const allPages = (space: SpaceId, at?: At) =>
  Effect.flatMap(Contents, (contents) => Effect.map(contents.pages(space, at), ({ pages }) => flat(pages)))

/** The links of some content, found by reading every page of it. */
const readAgain = (space: SpaceId, at?: At) =>
  Effect.gen(function* () {
    const contents = yield* Contents
    const pages = yield* allPages(space, at)
    const there = new Set<string>(pages.map(({ id }) => `/pages/${id}`))
    const found: Array<readonly [page: string, to: string, status: string]> = []
    for (const { id } of pages) {
      const page = yield* contents.page(space, id, at)
      for (const { destination } of references("markdown" in page ? (page.markdown ?? "") : "")) {
        found.push([id, destination, there.has(destination) ? "ok" : "broken"])
      }
    }
    return found.toSorted()
  })

const listed = (space: SpaceId, at?: At) =>
  Effect.gen(function* () {
    const links = yield* Links
    const all = yield* links.list(space, { limit: 1000 }, at)
    const broken = yield* links.list(space, { limit: 1000, status: "broken" }, at)
    const found = all.items.map(({ status, targetReference: to, locationReferences: [at] }) => [
      at?.kind === "page" ? at.page.id : "",
      to.kind === "page" ? `/pages/${to.page.id}` : to.kind === "url" ? to.url : to.kind,
      status
    ])
    expect(all.count).toBe(all.items.length)
    expect(all.stats.total).toBe(all.items.length)
    expect(broken.items).toEqual(all.items.filter(({ status }) => status === "broken"))
    expect(broken.count).toBe(broken.items.length)
    expect(all.stats.broken.total).toBe(broken.items.length)
    expect(broken.items.length).toBeGreaterThanOrEqual(all.stats.broken.changeRequest ?? 0)
    return found.toSorted()
  })

describe.each([...storages, inPieces(storages[0]!)])("the links that are kept, $name", (storage) => {
  it("are those that reading every page would find, of main, of a change request and of old revisions of both", () =>
    fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 15 }), (edits) =>
        inWorkspace(storage, ({ space }) =>
          Effect.gen(function* () {
            const content = yield* ContentEdits
            const requests = yield* ChangeRequests
            const request = yield* requests.create(space.id, {})
            const ids: Array<PageId> = []
            const revisions = new Set<RevisionId>()
            const contents = yield* Contents
            const { toPage } = yield* Links
            for (const { on, what, page, links } of edits) {
              const at = on === "request" ? { changeRequest: request.id } : undefined
              const nth = (n: number): PageId => ids[n % Math.max(1, ids.length)] ?? PageId.make(`none-${n}`)
              const markdown = links.map((n) => `[to](/pages/${nth(n)})`).join("\n\n")
              const change = (): Change => {
                switch (what) {
                  case "write":
                    return { operation: "update_page", page: nth(page), document: { markdown } }
                  case "move":
                    return { operation: "update_page", page: nth(page), into: nth(page + 1), title: `Moved ${page}` }
                  case "delete":
                    return { operation: "delete_page", page: nth(page) }
                  case "revert":
                    return { operation: "revert_page", page: nth(page) }
                  default:
                    return { operation: "insert_page", title: `Page ${page}`, document: { markdown } }
                }
              }
              // An edit of an absent item is refused, and is no edit.
              if (what === "update") yield* requests.pull(space.id, request.id)
              else yield* Effect.either(content.apply(space.id, { changes: [change()] }, at))
              revisions.add((yield* contents.current(space.id, {}, at)).id)
              for (const { id } of yield* allPages(space.id, at)) if (!ids.includes(id)) ids.push(id)
            }
            expect(yield* listed(space.id)).toEqual(yield* readAgain(space.id))
            const at = { changeRequest: request.id }
            expect(yield* listed(space.id, at)).toEqual(yield* readAgain(space.id, at))
            const past = [...revisions]
            for (const revision of new Set([past[0]!, past[past.length >> 1]!, past.at(-1)!])) {
              const found = yield* readAgain(space.id, { revision })
              expect(yield* listed(space.id, { revision })).toEqual(found)
              for (const { id } of yield* allPages(space.id, { revision })) {
                const { count } = yield* toPage(space.id, id, {}, { revision })
                expect(count).toBe(found.filter(([, to]) => to === `/pages/${id}`).length)
              }
            }
          })
        )
      ),
      { numRuns: runs(24, storage.name === "memory" ? 1 : 0.2) }
    ))
})
