import { Actor, user } from "@lectern/core/access/Actor"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { PageId } from "@lectern/core/content/Page"
import { Members } from "@lectern/core/members/Members"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Storage } from "@lectern/core/storage/Storage"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage, storages } from "../../storages.js"
import { asSystem, outcome, person, walk } from "../../workspace.js"
import { inWorkspace } from "../pages/space.js"

const insert = (title: string) => ({ changes: [{ operation: "insert_page" as const, title }] })
const rename = (page: PageId, title: string) => ({
  changes: [{ operation: "update_page" as const, page, title }]
})
const remove = (page: PageId) => ({ changes: [{ operation: "delete_page" as const, page }] })

describe.each(everyStorage)("lists of revisions, $name", (storage) => {
  it("have those of main, newest first, with their authors and merges, in pages", () =>
    inWorkspace(storage, ({ organization, space: { id } }) =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits
        const contents = yield* Contents
        const requests = yield* ChangeRequests
        const revisions = yield* Revisions
        const first = yield* contents.head(id)
        const { revision: second } = yield* edits.apply(id, insert("One"))
        const bob = yield* person("Bob")
        yield* asSystem((yield* Members).add(organization.id, bob, "edit"))
        const request = yield* requests.create(id, { subject: "More" })
        const asBob = Effect.provideService(Actor, user(bob))
        expect(yield* revisions.listOfRequest(id, request.id, {})).toEqual({ count: 0, items: [] })
        const { revision: there } = yield* asBob(edits.apply(id, insert("There"), { changeRequest: request.id }))
        const { revision: third } = yield* edits.apply(id, insert("Two"))
        const { revision: merged } = yield* requests.merge(id, request.id)
        const all = yield* revisions.list(id, {})
        expect(all.count).toBe(4)
        expect(all.items).toMatchObject([
          { id: merged, type: "merge", parents: [third, there], mergedFrom: { id: request.id, subject: "More" } },
          { id: third, type: "edits", parents: [second], createdBy: { displayName: "Ada" } },
          { id: second, type: "edits", parents: [first] },
          { id: first, type: "edits", parents: [] }
        ])
        expect(all.items[3]).not.toHaveProperty("createdBy")
        const walked = yield* walk((query) => revisions.list(id, query), 3)
        expect(walked.items).toEqual(all.items)
        expect([...walked.counts]).toEqual([4])
        const own = yield* revisions.listOfRequest(id, request.id, {})
        expect(own).toMatchObject({ count: 1, items: [{ id: there, createdBy: { displayName: "Bob" } }] })
        expect(yield* revisions.list(id, { limit: 0 })).toEqual({ count: 4, items: [] })
        expect(yield* outcome(revisions.list(id, { page: "broken" }))).toBe("Invalid")
        const stranger = Effect.provideService(Actor, user(yield* person("Eve")))
        expect(yield* outcome(stranger(revisions.list(id, {})))).toBe("NotFound")
        expect(yield* outcome(stranger(revisions.listOfRequest(id, request.id, {})))).toBe("NotFound")
        expect(yield* outcome(revisions.listOfRequest(id, "7" as typeof request.id, {}))).toBe("NotFound")
      })
    ))

  it("can be those that changed a page, also by deleting it and bringing it back", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits
        const contents = yield* Contents
        const revisions = yield* Revisions
        const { revision: made } = yield* edits.apply(id, insert("One"))
        const changedPage = PageId.make((yield* contents.pages(id)).pages[0]?.id ?? "")
        yield* edits.apply(id, insert("Other"))
        const { revision: changed } = yield* edits.apply(id, rename(changedPage, "Uno"))
        yield* edits.apply(id, insert("Another"))
        const { revision: deleted } = yield* edits.apply(id, remove(changedPage))
        yield* edits.apply(id, insert("Third"))
        const { id: back } = yield* revisions.restore(id, made, { pages: [changedPage] })
        const { revision: gone } = yield* edits.apply(id, remove(changedPage))
        const expected = [gone, back, deleted, changed, made]
        for (const limit of [1, 2, 5]) {
          const { counts, items } = yield* walk((query) => revisions.list(id, { ...query, changedPage }), limit)
          expect(items.map((each) => each.id)).toEqual(expected)
          expect([...counts]).toEqual([5])
        }
        const unknown = PageId.make("unknown")
        expect(yield* revisions.list(id, { changedPage: unknown })).toEqual({ count: 0, items: [] })
      })
    ))
})

describe.each(storages)("a page of a list of revisions, $name", (storage) => {
  it("reads as many rows, however long the history is", () => {
    let rows = 0
    const count = <A>(found: A): A => {
      rows += Array.isArray(found) ? found.flat().length : 1
      return found
    }
    const layer = Layer.effect(
      Storage,
      Effect.map(
        Storage,
        (inner) =>
          ({
            ...inner,
            get: (...given: Parameters<typeof inner.get>) => Effect.map(inner.get(...given), count),
            reads: (...given: Parameters<typeof inner.reads>) => Effect.map(inner.reads(...given), count),
            scan: (...given: Parameters<typeof inner.scan>) => Effect.map(inner.scan(...given), count),
            count: (...given: Parameters<typeof inner.count>) => Effect.tap(inner.count(...given), (n) => (rows += n))
          }) as typeof inner
      )
    ).pipe(Layer.provideMerge(storage.layer))
    return inWorkspace({ name: storage.name, layer }, ({ space: { id } }) =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits
        const contents = yield* Contents
        const revisions = yield* Revisions
        yield* edits.apply(id, insert("One"))
        const changedPage = PageId.make((yield* contents.pages(id)).pages[0]?.id ?? "")
        const grow = (by: number) =>
          Effect.forEach(Array.from({ length: by }), (_, i) => edits.apply(id, insert(`Page ${i}`)), { discard: true })
        const measured = <A, E, R>(list: Effect.Effect<A, E, R>) =>
          Effect.flatMap(list, () => {
            rows = 0
            return Effect.map(list, () => rows)
          })
        yield* grow(10)
        const some = [
          yield* measured(revisions.list(id, { limit: 3 })),
          yield* measured(revisions.list(id, { changedPage }))
        ]
        yield* grow(40)
        expect([
          yield* measured(revisions.list(id, { limit: 3 })),
          yield* measured(revisions.list(id, { changedPage }))
        ]).toEqual(some)
        expect(some[0]).toBeGreaterThanOrEqual(4)
      })
    )
  })
})
