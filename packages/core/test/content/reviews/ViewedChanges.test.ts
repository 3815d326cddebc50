import { describe, expect, it } from "@effect/vitest"
import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { PageId } from "@lectern/core/content/Page"
import { ViewedTable } from "@lectern/core/content/reviews/ReviewTables"
import { Reviews } from "@lectern/core/reviews/Reviews"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import type { UserId } from "@lectern/core/users/User"
import { Effect, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, outcome, walk, workspace } from "../../workspace.js"

/** Two pages on main, both of which a change request edits. */
const world = Effect.gen(function* () {
  const { id: org, admin } = yield* organization()
  const [ann, ben] = [yield* member(org, "Ann", "review"), yield* member(org, "Ben", "read")]
  const { id: space } = yield* as(admin)((yield* Spaces).create(org, {}))
  const edits = yield* ContentEdits
  const write = (markdown: string, page: PageId, changeRequest?: ChangeRequestId) =>
    as(admin)(
      edits.apply(
        space,
        { changes: [{ operation: "update_page", page, document: { markdown } }] },
        changeRequest === undefined ? undefined : { changeRequest }
      )
    )
  yield* as(admin)(
    edits.apply(space, {
      changes: ["one", "two"].map((title) => ({
        operation: "insert_page" as const,
        title,
        document: { markdown: `# ${title}\n\nfirst\n\nlast\n` }
      }))
    })
  )
  const [one, two] = (yield* as(admin)(Effect.flatMap(Contents, (contents) => contents.pages(space)))).pages
  const ids = [PageId.make(String(one?.id)), PageId.make(String(two?.id))] as const
  const { id } = yield* as(admin)((yield* ChangeRequests).create(space, {}))
  for (const page of ids) yield* write("# T\n\nFIRST\n\nlast\n", page, id)
  return { space, id, write, pages: ids, admin, ann, ben }
})

describe.each(storages)("viewed changes over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are each reader's own, and outdated once the change is another one", () =>
    Effect.gen(function* () {
      const reviews = yield* Reviews
      const requests = yield* ChangeRequests
      const { admin, ann, ben, id, pages, space, write } = yield* world
      const seen = (who: UserId) =>
        Effect.map(
          walk((page) => as(who)(reviews.viewed(space, id, page)), 1),
          ({ counts, items }) => {
            if (items.length > 0) expect([...counts]).toEqual([items.length])
            return items.map(({ item, outdated }) => [pages.indexOf(PageId.make(item)), outdated])
          }
        )
      const first = yield* as(ann)(reviews.markViewed(space, id, pages[0]))
      expect(first).toEqual({
        object: "viewed-change",
        item: pages[0],
        viewedAt: "1970-01-01T00:00:00.000Z",
        outdated: false
      })
      yield* as(ann)(reviews.markViewed(space, id, pages[1]))
      expect(yield* seen(ann)).toEqual([
        [0, false],
        [1, false]
      ])
      expect(yield* seen(ben)).toEqual([])

      yield* TestClock.adjust("1 minute")
      yield* write("# T\n\nFIRST\n\nLAST\n", pages[0], id)
      expect(yield* seen(ann)).toEqual([
        [0, true],
        [1, false]
      ])
      // As it was: what was viewed is what is there.
      yield* write("# T\n\nFIRST\n\nlast\n", pages[0], id)
      expect(yield* seen(ann)).toEqual([
        [0, false],
        [1, false]
      ])
      // Main changes a page: once it is in the request, its change is another one. That of the other page is not.
      yield* write("# two\n\nfirst\n\nlast\n\nmore\n", pages[1])
      expect((yield* as(admin)(requests.pull(space, id))).result).toBe("update")
      expect(yield* seen(ann)).toEqual([
        [0, false],
        [1, true]
      ])
      yield* as(ann)(reviews.markViewed(space, id, pages[1]))
      yield* as(ann)(reviews.removeViewed(space, id, pages[0]))
      yield* as(ann)(reviews.removeViewed(space, id, pages[0]))
      expect(yield* seen(ann)).toEqual([[1, false]])
    }).pipe(Effect.provide(live))
  )

  it.effect("need somebody who may read, and a change; and go with the space", () =>
    Effect.gen(function* () {
      const reviews = yield* Reviews
      const spaces = yield* Spaces
      const { admin, ann, id, pages, space } = yield* world
      expect(yield* outcome(as(ann)(reviews.markViewed(space, id, "unknown")))).toBe("NotFound")
      const { id: other } = yield* as(admin)((yield* ChangeRequests).create(space, {}))
      expect(yield* outcome(as(ann)(reviews.markViewed(space, other, pages[0])))).toBe("NotFound")
      expect(yield* outcome(asSystem(reviews.markViewed(space, id, pages[0])))).toBe("Unauthenticated")
      expect(yield* outcome(asSystem(reviews.viewed(space, id, {})))).toBe("Unauthenticated")
      yield* as(ann)(reviews.markViewed(space, id, pages[0]))
      yield* as(admin)(spaces.remove(space))
      yield* TestClock.adjust("7 days")
      yield* asSystem(spaces.purge)
      const storedAfter = yield* (yield* Storage).count(ViewedTable, { index: "space", prefix: [space] })
      expect(storedAfter).toBe(0)
    }).pipe(Effect.provide(live))
  )

  it.effect("stand beside the reviewers of a request, who were asked or have reviewed, and its description", () =>
    Effect.gen(function* () {
      const reviews = yield* Reviews
      const requests = yield* ChangeRequests
      const { admin, ann, ben, id, pages, space, write } = yield* world
      const states = Effect.map(as(admin)(requests.get(space, id)), ({ reviewers = [] }) =>
        reviewers.map(({ outdated, status, user }) => `${user.displayName} ${status}${outdated ? ", outdated" : ""}`)
      )
      expect(yield* states).toEqual([])
      yield* as(admin)(reviews.request(space, id, { users: [ben] }))
      yield* as(ann)(reviews.submit(space, id, { status: "changes-requested" }))
      expect(yield* states).toEqual(["Ben requested", "Ann changes-requested"])
      yield* as(ann)(reviews.submit(space, id, { status: "approved" }))
      expect(yield* states).toEqual(["Ben requested", "Ann approved"])
      yield* write("# T\n\nother\n", pages[0], id)
      expect(yield* states).toEqual(["Ben requested, outdated", "Ann approved, outdated"])
      yield* TestClock.adjust("1 minute")
      yield* as(admin)(reviews.request(space, id, { users: [ann] }))
      expect(yield* states).toEqual(["Ben requested, outdated", "Ann requested"])
      yield* as(admin)(requests.update(space, id, { status: "open", description: { markdown: "Why **so**" } }))
      const [listed] = (yield* as(ann)(requests.list(space, {}))).items
      expect(listed?.reviewers?.length).toBe(2)
      expect(listed?.description).toEqual({ markdown: "Why **so**" })
      expect((yield* as(admin)(requests.update(space, id, { subject: "S" }))).description).toEqual({
        markdown: "Why **so**"
      })
      const read = yield* as(ann)(requests.get(space, id, { format: "document" }))
      expect(read.description).toMatchObject({
        document: { nodes: [{ type: "paragraph", nodes: [{ text: "Why " }, { text: "so", marks: ["bold"] }] }] }
      })
      expect((yield* as(admin)(requests.update(space, id, { description: null }))).description).toBeUndefined()
      const described = yield* as(admin)(requests.create(space, { description: { markdown: "At once" } }))
      expect(described.description).toEqual({ markdown: "At once" })
    }).pipe(Effect.provide(live))
  )
})
