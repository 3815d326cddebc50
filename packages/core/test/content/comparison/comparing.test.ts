/** The reported differences of two revisions are the actual ones, whatever happened between them. */

import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { Page, PageId } from "@lectern/core/content/Page"
import type { RevisionId } from "@lectern/core/content/RevisionId"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { changeOf, rows, step } from "../change-requests/steps.js"
import { inWorkspace } from "../pages/space.js"

interface Seen {
  readonly parent: string
  readonly fields: string
}

const flatten = (pages: ReadonlyArray<Page>, parent: string, into: Map<string, Seen>): Map<string, Seen> => {
  for (const page of pages) {
    if (page.type !== "document") continue
    const { documentId, id, slug, title } = page
    into.set(id, { parent, fields: JSON.stringify([slug, title, documentId]) })
    flatten(page.pages, id, into)
  }
  return into
}

const order = (pages: ReadonlyArray<Page>): unknown =>
  pages.map((page) => [page.id, page.type === "link" ? [] : order(page.pages)])

const read = (space: SpaceId, revision: RevisionId) =>
  Effect.map(
    Effect.flatMap(Contents, (contents) => contents.revision(space, revision)),
    ({ files, pages }) => ({
      pages: flatten(pages, "", new Map()),
      files: files.map(({ id }) => `${id}`).sort(),
      order: order(pages)
    })
  )

const expectComparison = (space: SpaceId, a: RevisionId, b: RevisionId) =>
  Effect.gen(function* () {
    const { changes, more } = yield* (yield* Revisions).compare(space, a, b, { limit: 1000 })
    expect(more).toBeUndefined()
    const [before, after] = [yield* read(space, a), yield* read(space, b)]
    const said = (type: string): ReadonlyArray<string> =>
      changes.flatMap((change) =>
        change.type !== type ? [] : [String("page" in change ? change.page.id : "file" in change ? change.file.id : "")]
      )
    const both = [...before.pages.keys()].filter((id) => after.pages.has(id))
    expect([...said("page_created")].sort()).toEqual(
      [...after.pages.keys()].filter((id) => !before.pages.has(id)).sort()
    )
    expect([...said("page_deleted")].sort()).toEqual(
      [...before.pages.keys()].filter((id) => !after.pages.has(id)).sort()
    )
    expect([...said("page_edited")].sort()).toEqual(
      both.filter((id) => before.pages.get(id)?.fields !== after.pages.get(id)?.fields).sort()
    )
    const moved = said("page_moved")
    for (const id of both) {
      if (before.pages.get(id)?.parent !== after.pages.get(id)?.parent) expect(moved).toContain(id)
    }
    if (changes.every(({ type }) => type === "page_edited")) expect(after.order).toEqual(before.order)
    expect([...said("file_created")].sort()).toEqual(after.files.filter((id) => !before.files.includes(id)))
    expect([...said("file_deleted")].sort()).toEqual(before.files.filter((id) => !after.files.includes(id)))
    if (changes.length === 0) expect(after).toEqual(before)
  })

const action = fc.oneof(
  { weight: 8, arbitrary: step },
  { weight: 1, arbitrary: fc.constantFrom<"pull" | "merge" | "reopen">("pull", "merge", "reopen") }
)

const numRuns = runs(8)
const timeout = 120_000 + 200 * numRuns

describe.each(storages)("any two revisions of random histories, $name", (storage) => {
  it("differ in what the comparison says, and each of main can be gone back to", { timeout }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 5 }),
        fc.array(action, { minLength: 1, maxLength: 14 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 6, maxLength: 6 }),
        (before, after, pairs) =>
          inWorkspace(storage, ({ space: { id: space } }) =>
            Effect.gen(function* () {
              const contents = yield* Contents
              const edits = yield* ContentEdits
              const requests = yield* ChangeRequests
              const revisions = yield* Revisions
              const gone: Array<PageId> = []
              const main = [yield* contents.head(space)]
              let request = (yield* requests.create(space, {})).id
              const all = new Set<RevisionId>(main)
              for (const each of [...before.map((one) => ({ ...one, side: "main" as const })), ...after]) {
                const at = { changeRequest: request }
                if (each === "reopen") request = (yield* requests.create(space, {})).id
                else if (each === "pull") yield* requests.pull(space, request)
                else if (each === "merge") yield* Effect.ignore(requests.merge(space, request))
                else {
                  const line = each.side === "main" ? undefined : at
                  const change = changeOf(each, rows((yield* contents.pages(space, line)).pages), gone)
                  if (change?.operation === "delete_page") gone.push(change.page)
                  if (change !== undefined) yield* Effect.ignore(edits.apply(space, { changes: [change] }, line))
                }
                main.push(yield* contents.head(space))
                for (const head of [yield* contents.head(space, at), main.at(-1)]) if (head !== undefined) all.add(head)
              }
              const known = [...all]
              for (const [i, j] of pairs) {
                const [a, b] = [known[i % known.length], known[j % known.length]]
                if (a !== undefined && b !== undefined) yield* expectComparison(space, a, b)
                const target = main[i % main.length]
                if (target === undefined) continue
                const back = yield* revisions.rollback(space, target)
                expect(yield* contents.head(space)).toBe(back)
                expect(yield* read(space, back)).toEqual(yield* read(space, target))
                expect((yield* revisions.compare(space, target, back)).changes).toEqual([])
              }
            })
          )
      ),
      { numRuns }
    )
  )
})
