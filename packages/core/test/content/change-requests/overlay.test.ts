/** The content of a change request reads as if the space had been copied when it was opened. */
import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { PageId } from "@lectern/core/content/Page"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { type At, Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { type StorageUnderTest, storages } from "../../storages.js"
import { inWorkspace } from "../pages/space.js"
import { changeOf, rows, type Side, type Step, step } from "./steps.js"

/** Everything of a side by its places: paths with titles and texts in the order of the tree, and names of files. */
const read = (space: SpaceId, at: At | undefined) =>
  Effect.gen(function* () {
    const contents = yield* Contents
    const { pages } = yield* contents.pages(space, at)
    const shown = yield* Effect.forEach(rows(pages), ({ id, path }) =>
      Effect.gen(function* () {
        const page = yield* contents.pageByPath(space, path, at)
        expect(page.id).toBe(id)
        expect(yield* contents.page(space, id, at)).toEqual(page)
        if (page.type !== "document") return yield* Effect.dieMessage("not a document")
        const below = rows(page.pages).map((each) => each.path)
        return { path, title: page.title, markdown: page.markdown, below }
      })
    )
    const files: Array<string> = []
    let next: string | undefined
    do {
      const list = yield* contents.files(space, at, { limit: 2, ...(next !== undefined && { page: next }) })
      files.push(...list.items.map(({ name }) => name))
      expect(list.count).toBeGreaterThanOrEqual(files.length)
      next = list.next?.page
      if (next === undefined) expect(list.count).toBe(files.length)
    } while (next !== undefined)
    const revision = at !== undefined && "revision" in at ? at.revision : yield* contents.head(space, at)
    expect(rows((yield* contents.revision(space, revision)).pages)).toEqual(rows(pages))
    return { shown, files: files.sort() }
  })

/** Runs steps on main, then steps on both sides, over a request that is opened in between if there shall be one. */
const play = (storage: StorageUnderTest, before: ReadonlyArray<Step>, after: ReadonlyArray<Step>, open: boolean) =>
  inWorkspace(storage, ({ space: { id: space } }) =>
    Effect.gen(function* () {
      const contents = yield* Contents
      const edits = yield* ContentEdits
      const apply = (each: Step, gone: Array<PageId>, at?: { readonly changeRequest: ChangeRequestId }) =>
        Effect.gen(function* () {
          const change = changeOf(each, rows((yield* contents.pages(space, at)).pages), gone)
          if (change?.operation === "delete_page") gone.push(change.page)
          if (change !== undefined) yield* Effect.ignore(edits.apply(space, { changes: [change] }, at))
        })
      const gone: Array<PageId> = []
      for (const each of before) yield* apply(each, gone)
      const at = open ? { changeRequest: (yield* (yield* ChangeRequests).create(space, {})).id } : undefined
      const goneThere = [...gone]
      const history: Array<readonly [At, unknown]> = []
      for (const each of after) {
        if (each.side === "main") yield* apply(each, gone)
        else yield* apply(each, goneThere, at)
        history.push([{ revision: yield* contents.head(space, at) }, yield* read(space, at)])
      }
      const request = yield* read(space, at)
      for (const [moment, expected] of history) expect(yield* read(space, moment)).toEqual(expected)
      return { main: yield* read(space, undefined), request }
    })
  )

const [memory] = storages

describe.each(storages)("a change request over random edits, $name", (storage) => {
  it(
    "reads like a copy made when it was opened, and main like a space that has none",
    { timeout: 120_000 + 600 * runs(10) },
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 8 }),
          fc.array(step, { minLength: 1, maxLength: 12 }),
          async (before, after) => {
            if (memory === undefined) throw new Error("no storage")
            const both = await play(storage, before, after, true)
            const only = (side: Side) => after.filter((each) => each.side === side)
            expect(both.main).toEqual((await play(memory, before, only("main"), false)).main)
            const copied = only("request").map((each) => ({ ...each, side: "main" as const }))
            expect(both.request).toEqual((await play(memory, before, copied, false)).main)
          }
        ),
        { numRuns: runs(10, storage.name === "memory" ? 1 : 0.4) }
      )
  )
})
