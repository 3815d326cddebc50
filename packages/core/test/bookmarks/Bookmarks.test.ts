import { Bookmarks } from "@lectern/core/bookmarks/Bookmarks"
import { PageId } from "@lectern/core/content/Page"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { storages } from "../storages.js"
import { as, member, organization, outcome, workspace } from "../workspace.js"

it.each(storages)("bookmarks are everybody's own, and go with their space, $name", (storage) =>
  Effect.gen(function* () {
    const { id, admin } = yield* organization()
    const reader = yield* member(id, "Reader", "read")
    const guest = yield* member(id, "Guest", null)
    const bookmarks = yield* Bookmarks
    const { id: space } = yield* as(admin)((yield* Spaces).create(id, {}))
    const { changes } = yield* as(admin)(
      (yield* ContentEdits).apply(space, {
        changes: ["One", "Two"].map((title) => ({ operation: "insert_page" as const, title }))
      })
    )
    const [one, two] = changes.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []))
    if (one === undefined || two === undefined) return yield* Effect.dieMessage("no pages")
    const listed = (user: typeof reader) =>
      Effect.map(as(user)(bookmarks.list(space, {})), ({ count, items }) => [count, ...items.map(({ page }) => page)])
    const first = yield* as(reader)(bookmarks.add(space, { page: two }))
    expect(yield* as(reader)(bookmarks.add(space, { page: two }))).toEqual(first)
    yield* as(reader)(bookmarks.add(space, { page: one }))
    expect(yield* listed(reader)).toEqual([2, one, two])
    expect(yield* listed(admin)).toEqual([0])
    expect(yield* outcome(as(reader)(bookmarks.add(space, { page: PageId.make("none") })))).toBe("NotFound")
    expect(yield* outcome(as(guest)(bookmarks.add(space, { page: one })))).toBe("NotFound")
    expect(yield* outcome(as(guest)(bookmarks.list(space, {})))).toBe("NotFound")
    yield* as(admin)(bookmarks.remove(space, one))
    yield* as(guest)(bookmarks.remove(space, one))
    expect(yield* listed(reader)).toEqual([2, one, two])
    yield* as(reader)(bookmarks.remove(space, one))
    expect(yield* listed(reader)).toEqual([1, two])
  }).pipe(Effect.provide(workspace(storage)), Effect.runPromise)
)
