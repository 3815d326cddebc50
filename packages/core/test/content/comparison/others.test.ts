/** Changes of the redirects of a space and of its folder's layout, and lists of changes in several pages. */
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { RevisionId } from "@lectern/core/content/RevisionId"
import type { SpaceTree } from "@lectern/core/content/SpaceTree"
import { Reviews } from "@lectern/core/reviews/Reviews"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage, storages } from "../../storages.js"
import { outcome } from "../../workspace.js"
import { inWorkspace } from "../pages/space.js"

const names = ["a", "b", "c"] as const
const oldPaths = ["old", "older/x", "constructor"] as const

/** Where old paths lead, and what the layout of a folder says. */
interface Given {
  readonly redirects: Readonly<Record<string, string>>
  readonly summary: string
  readonly table: string
  readonly config: string | undefined
}

const treeOf = ({ config, redirects, summary, table }: Given): SpaceTree => ({
  source: {
    root: "",
    readme: "README.md",
    summary,
    ...(config !== undefined && { config }),
    table: { text: table, entries: [] }
  },
  pages: names.map((name) => ({
    key: `${name}.md`,
    type: "document",
    title: name.toUpperCase(),
    slug: name,
    markdown: `# ${name.toUpperCase()}\n`,
    pages: []
  })),
  files: [],
  reusableContents: [],
  variables: {},
  redirects
})

const optionally = (...texts: ReadonlyArray<string>) => fc.constantFrom(undefined, ...texts)
const given: fc.Arbitrary<Given> = fc.record({
  redirects: fc.dictionary(fc.constantFrom(...oldPaths), fc.constantFrom(...names.map((name) => `${name}.md`))),
  summary: fc.constantFrom("SUMMARY.md", "toc.md"),
  // Without any file, a folder is written as one that has no layout of its own.
  table: fc.constantFrom("# Summary\n", "# Contents\n"),
  config: optionally("root: ./\n", "root: .\n")
})

/** What must be said of two folders. */
const expected = (before: Given, after: Given) => {
  const sides = (from: string | undefined, to: string | undefined) => ({
    ...(from !== undefined && { before: from }),
    ...(to !== undefined && { after: to })
  })
  const target = (key: string | undefined) => key?.replace(".md", "")
  const [old, young] = [new Map(Object.entries(before.redirects)), new Map(Object.entries(after.redirects))]
  const redirects = oldPaths
    .map((path) => [path, target(old.get(path)), target(young.get(path))] as const)
    .filter(([, from, to]) => from !== to)
    .map(([path, from, to]) => [path, sides(from, to)])
  const files = [
    [after.summary, before.table, after.table],
    [".gitbook.yaml", before.config, after.config]
  ].flatMap(([path, from, to]) => (from === to ? [] : [{ path, ...sides(from, to) }]))
  return {
    redirects: Object.fromEntries(redirects),
    summary: before.summary === after.summary ? {} : { summary: sides(before.summary, after.summary) },
    files
  }
}

/** What is said of two revisions, with the pages that redirects lead to by their paths. */
const said = (space: SpaceId, before: RevisionId, after: RevisionId) =>
  Effect.gen(function* () {
    const revisions = yield* Revisions
    const { changes, others = [] } = yield* revisions.compare(space, before, after)
    expect(changes).toEqual([])
    const [redirects] = others.flatMap((each) => (each.type === "redirects_edited" ? [each.redirects] : []))
    const [layout] = others.flatMap((each) => (each.type === "layout_edited" ? [each] : []))
    const pathsOf = Object.entries(redirects ?? {}).map(([path, change]) => [
      path,
      Object.fromEntries(Object.entries(change).map(([side, page]) => [side, page.path]))
    ])
    const items = yield* Effect.forEach(["redirects", "source"], (item) =>
      Effect.map(Effect.either(revisions.compareItem(space, after, item, before)), (found) =>
        found._tag === "Right" ? found.right : { changes: [], files: [] }
      )
    )
    // One item says what the list says.
    expect(items.flatMap((item) => item.changes)).toEqual(others)
    expect(layout?.files ?? []).toEqual((items[1]?.files ?? []).map(({ path }) => path))
    return { redirects: Object.fromEntries(pathsOf), summary: layout?.attributes ?? {}, files: items[1]?.files ?? [] }
  })

describe.each(storages)("redirects and layouts, $name", (storage) => {
  it("differ in what the comparison says, one way and back", () => {
    const pairs = fc.sample(fc.tuple(given, given), runs(20))
    return inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const sync = yield* ContentSync
        for (const [one, other] of pairs) {
          const [{ revision: before }, { revision: after }] = [
            yield* sync.apply(id, treeOf(one)),
            yield* sync.apply(id, treeOf(other))
          ]
          expect(yield* said(id, before, after)).toEqual(expected(one, other))
          expect(yield* said(id, after, before)).toEqual(expected(other, one))
        }
      })
    )
  })
})

describe.each(everyStorage)("changes of a request, $name", (storage) => {
  it("are listed, compared and marked as viewed where only redirects and the layout differ", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const [sync, requests] = [yield* ContentSync, yield* ChangeRequests]
        const [revisions, reviews] = [yield* Revisions, yield* Reviews]
        const before: Given = { redirects: { old: "a.md" }, summary: "SUMMARY.md", table: "# One\n", config: undefined }
        const { revision } = yield* sync.apply(id, treeOf(before))
        yield* sync.apply(id, treeOf({ ...before, redirects: { old: "b.md" }, table: "# Two\n" }))
        const request = yield* requests.create(id, { subject: "Back" })
        yield* revisions.restore(id, revision, { changeRequest: request.id })
        const { changes, others = [] } = yield* requests.changes(id, request.id)
        expect(changes).toEqual([])
        expect(others).toMatchObject([
          { type: "redirects_edited", redirects: { old: { before: { path: "b" }, after: { path: "a", title: "A" } } } },
          { type: "layout_edited", attributes: {}, files: ["SUMMARY.md"] }
        ])
        expect(yield* requests.changes(id, request.id, { limit: 0 })).toMatchObject({
          others: [{ redirects: {}, more: 1 }, { files: ["SUMMARY.md"] }]
        })
        expect((yield* requests.compareItem(id, request.id, "source")).files).toEqual([
          { path: "SUMMARY.md", before: "# Two\n", after: "# One\n" }
        ])
        for (const item of ["redirects", "source"]) yield* reviews.markViewed(id, request.id, item)
        expect((yield* reviews.viewed(id, request.id, {})).items.map(({ item, outdated }) => [item, outdated])).toEqual(
          [
            ["redirects", false],
            ["source", false]
          ]
        )
      })
    ))

  it("come in pages, which together have each of them once and in order", () =>
    inWorkspace(storage, ({ space: { id } }) =>
      Effect.gen(function* () {
        const [edits, requests] = [yield* ContentEdits, yield* ChangeRequests]
        const made = yield* edits.apply(id, {
          changes: Array.from({ length: 9 }, (_, i) => ({ operation: "insert_page" as const, title: `Page ${i}` }))
        })
        const [first, ...others] = made.changes.flatMap((each) =>
          each.object === "created_page" ? [each.page.id] : []
        )
        const request = yield* requests.create(id, {})
        // Each of them is moved and edited: two changes of one page.
        yield* edits.apply(
          id,
          {
            changes: others.map((page) => ({ operation: "update_page", page, into: first ?? null, description: "x" }))
          },
          { changeRequest: request.id }
        )
        const all = yield* requests.changes(id, request.id, { limit: 1000 })
        expect([all.changes.length, all.more, all.next]).toEqual([16, undefined, undefined])
        for (const limit of [1, 3, 15, 16]) {
          const found: Array<unknown> = []
          let page: string | undefined
          do {
            const part = yield* requests.changes(id, request.id, { limit, ...(page !== undefined && { page }) })
            found.push(...part.changes)
            expect(part.more ?? 0).toBe(16 - found.length)
            page = part.next?.page
          } while (page !== undefined)
          expect(found).toEqual(all.changes)
        }
        expect(yield* outcome(requests.changes(id, request.id, { page: "none" }))).toBe("Invalid")
      })
    ))
})
