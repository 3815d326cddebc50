/** Pages that are cached after a read, compared with fresh reads. */
import type { ContentChange } from "@lectern/core/content/ContentChange"
import type { Page } from "@lectern/core/content/Page"
import type { SpaceTree, TreePage } from "@lectern/core/content/SpaceTree"
import { Members } from "@lectern/core/members/Members"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, Either, FastCheck as fc, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { KeptPages } from "../../../src/content/reading/RecentPages.js"
import { storages } from "../../storages.js"
import { as, member, organization, workspace } from "../../workspace.js"

const step = fc.record({
  action: fc.constantFrom(...(["text", "title", "move", "insert", "delete"] as const)),
  page: fc.nat(5),
  into: fc.nat(5)
})

const pageOf = (i: number, pages: ReadonlyArray<TreePage> = []): TreePage => ({
  key: `page-${i}.md`,
  type: "document",
  title: `Page ${i}`,
  slug: `page-${i}`,
  markdown: `Text ${i}`,
  pages
})

/** A page with one below it, and so on: so many of them. */
const chainOf = (i: number, below: number): TreePage => pageOf(i, i === below ? [] : [chainOf(i + 1, below)])

const treeOf = (pages: ReadonlyArray<TreePage>): SpaceTree => ({
  pages,
  files: [],
  reusableContents: [],
  variables: {},
  redirects: {}
})

/** How deep the pages below a page nest. */
const depthOf = (page: Page): number =>
  "pages" in page ? Math.max(0, ...page.pages.map((each) => 1 + depthOf(each))) : 0

/** A storage in which every read is taken to be a round trip. */
const remote = {
  name: "remote",
  layer: Layer.effect(
    Storage,
    Effect.map(Storage, (storage) => ({ ...storage, generation: undefined }))
  ).pipe(Layer.provideMerge(MemoryStorage.layer()))
}

describe.each([...storages, remote])("pages that were read before, $name", (storage) => {
  const live = workspace(storage)

  it("are what they are without having been read, whatever is edited", () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) =>
        Effect.gen(function* () {
          const { id, admin } = yield* organization()
          const own = as(admin)
          const edits = yield* ContentEdits
          const contents = yield* Contents
          const space = (yield* own((yield* Spaces).create(id, {}))).id
          const inserts = Array.from({ length: 6 }, (_, i) => ({
            operation: "insert_page" as const,
            title: `Page ${i}`,
            document: { markdown: `Text ${i}` }
          }))
          const { changes } = yield* own(edits.apply(space, { changes: inserts }))
          const ids = changes.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []))
          const paths = new Set(ids.map((_, i) => `page-${i}`))
          for (const [i, { action, into, page }] of steps.entries()) {
            const chosen = ids[page]!
            const changed = {
              text: { operation: "update_page", page: chosen, document: { markdown: `New text ${i}` } },
              title: { operation: "update_page", page: chosen, title: `Title ${i}`, slug: `slug-${i}` },
              move: { operation: "update_page", page: chosen, into: ids[into]! },
              insert: { operation: "insert_page", title: `New ${i}`, into: chosen },
              delete: { operation: "delete_page", page: chosen }
            } satisfies Record<string, ContentChange>
            yield* own(Effect.either(edits.apply(space, { changes: [changed[action]] })))
            const revision = yield* own(contents.head(space))
            for (const each of ids) {
              const kept = yield* own(Effect.either(contents.page(space, each)))
              expect(kept).toEqual(yield* own(Effect.either(contents.page(space, each, { revision }))))
              if (Either.isRight(kept) && kept.right.type === "document") paths.add(kept.right.path)
            }
            for (const path of paths) {
              const kept = yield* own(Effect.either(contents.pageByPath(space, path)))
              expect(kept).toEqual(yield* own(Effect.either(contents.pageByPath(space, path, { revision }))))
            }
          }
        }).pipe(Effect.provide(live), Effect.runPromise)
      ),
      { numRuns: runs(storage.name === "sqlite" ? 6 : 20) }
    ))

  it("are kept only if few pages are below them, at any depth", () =>
    Effect.gen(function* () {
      const { id, admin } = yield* organization()
      const own = as(admin)
      const contents = yield* Contents
      const read = (space: SpaceId) =>
        own(Effect.map(contents.pageByPath(space, "page-0"), (page) => [Object.isFrozen(page), depthOf(page)]))
      const spaceOf = Effect.fnUntraced(function* (tree: SpaceTree) {
        const { id: space } = yield* (yield* Spaces).create(id, {})
        yield* (yield* ContentSync).apply(space, tree)
        return space
      })
      for (const [below, isKept] of [
        [100, true],
        [101, false],
        [150, false]
      ] as const) {
        const chain = yield* own(spaceOf(treeOf([chainOf(0, below)])))
        expect(yield* read(chain)).toEqual([isKept, below])
        const fan = yield* own(
          spaceOf(treeOf([{ ...pageOf(0), pages: Array.from({ length: below }, (_, i) => pageOf(i + 1)) }]))
        )
        expect(yield* read(fan)).toEqual([isKept, 1])
        const pages = Array.from({ length: below }, (_, i) => pageOf(i + 1))
        const group = yield* own(spaceOf(treeOf([{ ...pageOf(0), type: "group", pages }])))
        expect(yield* read(group)).toEqual([isKept, 1])
      }
    }).pipe(Effect.provide(live), Effect.runPromise))

  it("make room for those that are read later, counted with the pages below them", () =>
    Effect.gen(function* () {
      const { id, admin } = yield* organization()
      const own = as(admin)
      const contents = yield* Contents
      const { id: space } = yield* own((yield* Spaces).create(id, {}))
      const tree = Array.from({ length: 11 }, (_, i) => ({
        ...pageOf(i),
        pages: Array.from({ length: 9 }, (_, below) => pageOf(11 + i * 9 + below))
      }))
      yield* own((yield* ContentSync).apply(space, treeOf(tree)))
      const read = (i: number) => own(contents.pageByPath(space, `page-${i}`))
      const [first, second] = [yield* read(0), yield* read(1)]
      for (let i = 2; i < 11; i++) yield* read(i)
      expect(yield* read(1)).toBe(second)
      const again = yield* read(0)
      expect(again).not.toBe(first)
      expect(again).toEqual(first)
    }).pipe(
      Effect.provide(workspace({ ...storage, layer: Layer.merge(storage.layer, Layer.succeed(KeptPages, 100)) })),
      Effect.runPromise
    ))

  it("are given only to those who may still read them", () =>
    Effect.gen(function* () {
      const { id, admin } = yield* organization()
      const reader = yield* member(id, "Reader", "read")
      const space = (yield* as(admin)((yield* Spaces).create(id, {}))).id
      const { changes } = yield* as(admin)(
        (yield* ContentEdits).apply(space, {
          changes: [{ operation: "insert_page", title: "Page", document: { markdown: "Text" } }]
        })
      )
      const [page] = changes.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []))
      const read = Effect.flatMap(Contents, (contents) => contents.page(space, page!))
      const first = yield* as(reader)(read)
      expect(yield* as(admin)(read)).toBe(first)
      expect(Object.isFrozen(first)).toBe(true)
      yield* as(admin)((yield* Members).remove(id, reader))
      expect(yield* as(reader)(Effect.flip(read))).toMatchObject({ _tag: "NotFound" })
    }).pipe(Effect.provide(live), Effect.runPromise))
})
