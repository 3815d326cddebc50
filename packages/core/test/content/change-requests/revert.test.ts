import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ContentBatch } from "@lectern/core/content/ContentChange"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { inWorkspace } from "../pages/space.js"

describe.each(storages)("reverting a page in a change request, $name", (storage) => {
  it("brings back what the request deleted, however often main came in since", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const contents = yield* Contents
        const edits = yield* ContentEdits
        const requests = yield* ChangeRequests
        const apply = (change: ContentBatch["changes"][number], at?: { readonly changeRequest: typeof id }) =>
          edits.apply(space.id, { changes: [change] }, at)
        yield* apply({ operation: "insert_page", title: "Guide", document: { markdown: "Read me." } })
        const page = yield* contents.pageByPath(space.id, "guide")
        const { id } = yield* requests.create(space.id, {})
        const at = { changeRequest: id }
        yield* apply({ operation: "delete_page", page: page.id }, at)
        for (const title of ["One", "Two", "Three", "Four"]) {
          yield* apply({ operation: "insert_page", title })
          yield* requests.pull(space.id, id)
        }
        expect((yield* Effect.flip(contents.page(space.id, page.id, at)))._tag).toBe("NotFound")
        yield* apply({ operation: "revert_page", page: page.id }, at)
        expect(yield* contents.page(space.id, page.id, at)).toMatchObject({ path: "guide", markdown: "Read me." })
      })
    ))
})
