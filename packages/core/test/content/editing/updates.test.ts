/** The answer of an edit, its cost, and what is left of one that is cut off. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ContentChange } from "@lectern/core/content/ContentChange"
import { type Page, PageId } from "@lectern/core/content/Page"
import type { SpaceTree } from "@lectern/core/content/SpaceTree"
import { Links } from "@lectern/core/links/Links"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import { layerInline, runHere, Workers } from "@lectern/core/workers/Workers"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, Fiber, FastCheck as fc, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { inPieces, storages } from "../../storages.js"
import { as, organization, workspace } from "../../workspace.js"
import { inWorkspace } from "../pages/space.js"

const numRuns = runs(10)

const flat = (pages: ReadonlyArray<Page>): ReadonlyArray<Page> =>
  pages.flatMap((page) => [page, ...("pages" in page ? flat(page.pages) : [])])

const read = (space: SpaceId) =>
  Effect.flatMap(Contents, (contents) => Effect.map(contents.pages(space), ({ pages }) => flat(pages)))

const step = fc.record({
  action: fc.constantFrom("insert", "insert", "update", "move", "delete", "file"),
  page: fc.nat(20),
  into: fc.option(fc.nat(20), { nil: undefined })
})

describe.each(storages)("the answer of an edit, $name", (storage) => {
  it("tells what each change did, as a full read shows it", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 4 }), (batches) =>
        inWorkspace(storage, ({ space }) =>
          Effect.gen(function* () {
            const edits = yield* ContentEdits
            const contents = yield* Contents
            for (const [batch, steps] of batches.entries()) {
              const before = yield* read(space.id)
              const nth = (n: number) => before[n % Math.max(1, before.length)]?.id ?? PageId.make("none")
              const changes = steps.map(({ action, into, page }, i): ContentChange => {
                if (action === "insert") {
                  const parent = into === undefined ? {} : { into: nth(into) }
                  return { operation: "insert_page", title: `New ${page}`, ref: `r${i}`, ...parent }
                }
                if (action === "file") {
                  return { operation: "insert_files", files: [{ name: `${batch}-${i}.txt`, base64: "aGVsbG8=" }] }
                }
                if (action === "delete") return { operation: "delete_page", page: nth(page) }
                const moved = action === "move" ? { into: into === undefined ? null : nth(into) } : {}
                return { operation: "update_page", page: nth(page), title: `Changed ${batch}`, ...moved }
              })
              const result = yield* Effect.either(edits.apply(space.id, { changes }))
              if (result._tag === "Left") {
                expect(yield* read(space.id)).toEqual(before)
                continue
              }
              const { changes: done, insertedFiles, revision } = result.right
              const after = new Map((yield* read(space.id)).map((page) => [page.id, page]))
              const old = new Set(before.map(({ id }) => id))
              expect(revision).toBe(yield* contents.head(space.id))
              const ofPages = changes.filter(({ operation }) => operation !== "insert_files")
              expect(done).toHaveLength(ofPages.length)
              const gone = new Set(done.flatMap((each) => (each.object === "deleted_page" ? [each.page] : [])))
              for (const [i, change] of ofPages.entries()) {
                const own = done[i]!
                if (change.operation === "insert_page" && own.object === "created_page") {
                  expect(own.ref).toBe(change.ref)
                  expect(old.has(own.page.id)).toBe(false)
                  if (gone.size === 0) expect(after.get(own.page.id)?.title).toBe(change.title)
                } else if (change.operation === "update_page" && own.object === "updated_page") {
                  expect(own.page.id).toBe(change.page)
                  expect(own.page.urls.location).toMatch(`/v1/spaces/${space.id}/content/page/${change.page}`)
                } else {
                  expect([change.operation, own.object]).toEqual(["delete_page", "deleted_page"])
                }
              }
              for (const id of gone) expect(after.has(id)).toBe(false)
              const made = new Set(done.flatMap((each) => (each.object === "created_page" ? [each.page.id] : [])))
              for (const id of after.keys()) expect(old.has(id) || made.has(id)).toBe(true)
              const files = (yield* contents.files(space.id, undefined, { limit: 1000 })).items
              const named = new Map(files.map((file) => [file.id, file]))
              for (const file of insertedFiles) expect(named.get(file.id)).toEqual(file)
            }
          })
        )
      ),
      { numRuns: storage.name === "memory" ? numRuns : Math.ceil(numRuns / 4) }
    ))
})

/** A section with so many pages below it. */
const section = (count: number): SpaceTree => ({
  pages: [
    {
      key: "section.md",
      type: "document",
      title: "Section",
      slug: "section",
      markdown: "# Section\n",
      pages: Array.from({ length: count }, (_, i) => ({
        key: `section/${i}.md`,
        type: "document",
        title: "Page",
        slug: `page-${i}`,
        markdown: `# Page\n\nThe ${i}th, see [the section](../section.md).\n`,
        references: [],
        pages: []
      }))
    }
  ],
  files: [],
  reusableContents: [],
  variables: {},
  redirects: {}
})

describe("the cost of an edit", () => {
  it("in rows read and written is that of the change, whatever stands beside and below", () => {
    let rows = 0
    const counted = Layer.effect(
      Storage,
      Effect.map(Storage, (storage): typeof Storage.Service => ({
        ...storage,
        get: (table, key) => Effect.tap(storage.get(table, key), () => Effect.sync(() => rows++)),
        scan: (table, scan) =>
          Effect.tap(storage.scan(table, scan), (found) =>
            Effect.sync(() => {
              rows += 1 + found.length
            })
          ),
        insert: (...given) => Effect.tap(storage.insert(...given), () => Effect.sync(() => rows++)),
        update: (...given) => Effect.tap(storage.update(...given), () => Effect.sync(() => rows++))
      }))
    ).pipe(Layer.provideMerge(storages[0]!.layer))
    return inWorkspace({ name: "counted", layer: counted }, ({ organization }) =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits
        const costs = Effect.fnUntraced(function* (count: number) {
          const { id } = yield* (yield* Spaces).create(organization.id, {})
          yield* (yield* ContentSync).apply(id, section(count))
          const contents = yield* Contents
          const { id: top } = yield* contents.pageByPath(id, "section")
          const { id: middle } = yield* contents.pageByPath(id, `section/page-${count >> 1}`)
          const cost = Effect.fnUntraced(function* (change: ContentChange) {
            const before = rows
            yield* edits.apply(id, { changes: [change] })
            return rows - before
          })
          const document = { markdown: "# Page\n\nAnother text.\n" }
          return [
            yield* cost({ operation: "insert_page", title: "One", into: top, document: { markdown: "One" } }),
            yield* cost({ operation: "insert_page", title: "Two", into: top, at: count >> 1 }),
            yield* cost({ operation: "insert_page", title: "Three" }),
            yield* cost({ operation: "update_page", page: top, document }),
            yield* cost({ operation: "update_page", page: middle, at: 1 }),
            yield* cost({ operation: "update_page", page: middle, into: null }),
            yield* cost({ operation: "delete_page", page: middle })
          ]
        })
        const [few, many] = [yield* costs(20), yield* costs(600)]
        expect(many.map((cost, i) => cost - few[i]!).filter((difference) => difference > 4)).toEqual([])
      })
    )
  })
})

describe("an edit that is cut off after its revision", () => {
  it("is in search and links for whoever reads them next, in another process too", async () => {
    const folder = mkdtempSync(join(tmpdir(), "lectern-"))
    const filename = join(folder, "lectern.db")
    const sqlite = { name: "sqlite", layer: SqliteStorage.layer({ filename }).pipe(Layer.orDie) }
    const stuck = Layer.succeed(Workers, {
      run: (task, input) => (task.name === "indexing/pages" ? Effect.never : runHere(task, input)),
      parallel: true
    })
    const made = await Effect.gen(function* () {
      const { id, admin } = yield* organization()
      const space = (yield* as(admin)((yield* Spaces).create(id, {}))).id
      const contents = yield* Contents
      const importing = yield* Effect.fork(as(admin)((yield* ContentSync).apply(space, section(70))))
      const first = yield* as(admin)(contents.head(space))
      while ((yield* as(admin)(contents.head(space))) === first) yield* Effect.yieldNow()
      yield* Fiber.interrupt(importing)
      return { admin, space }
    }).pipe(Effect.provide(workspace(inPieces(sqlite), { workers: stuck })), Effect.runPromise)
    await Effect.gen(function* () {
      const own = as(made.admin)
      const found = yield* own((yield* Search).space(made.space, { query: "page", limit: 1000 }))
      expect(found.count).toBe(70)
      const links = yield* own((yield* Links).list(made.space, { limit: 1000 }))
      expect(links.stats).toMatchObject({ total: 70 })
      yield* own((yield* Spaces).remove(made.space))
      yield* own((yield* Spaces).restore(made.space))
      expect((yield* own((yield* Search).space(made.space, { query: "page", limit: 1000 }))).count).toBe(70)
    }).pipe(Effect.provide(workspace(sqlite, { workers: layerInline })), Effect.runPromise)
    rmSync(folder, { recursive: true, force: true })
  })
})
