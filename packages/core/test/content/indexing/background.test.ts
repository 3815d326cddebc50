/** The queue of search and links, which is processed while nobody reads them. */
import { indexedTask } from "@lectern/core/content/indexing/IndexingTasks"
import { PendingIndexTable } from "@lectern/core/content/indexing/PendingIndex"
import type { PendingNote } from "@lectern/core/content/indexing/PendingIndexRows"
import type { PageId } from "@lectern/core/content/Page"
import * as InProcess from "@lectern/core/engine/InProcess"
import { turn } from "@lectern/core/foundation/scheduling/Turns"
import * as Ids from "@lectern/core/ids/Ids"
import { Links } from "@lectern/core/links/Links"
import { Search } from "@lectern/core/search/Search"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { spaceLock } from "@lectern/core/storage/Locks"
import { Storage } from "@lectern/core/storage/Storage"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import { runHere, Workers, type WorkersService } from "@lectern/core/workers/Workers"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { runs } from "@lectern/storage-testing/runs"
import { Deferred, Effect, Fiber, FastCheck as fc, Layer, TestClock, TestContext } from "effect"
import { expect, it } from "vitest"
import { inPieces, storages } from "../../storages.js"
import { as, damages, organization, workspace } from "../../workspace.js"

/** The queued items of all spaces. */
const queued = Effect.map(
  Effect.flatMap(Storage, (storage) => storage.scan(PendingIndexTable, {})),
  (rows) => rows.flatMap(({ json }) => (JSON.parse(json) as PendingNote).items ?? [])
)

/** Lets time pass, and everything run that is due then. */
const pass = (millis: number) =>
  Effect.zipRight(TestClock.adjust(millis), Effect.repeatN(Effect.zipRight(turn, Effect.yieldNow()), 50))

const filled = Effect.gen(function* () {
  // Loading takes real time.
  yield* Effect.promise(() => import("@lectern/core/content/indexing/DrainPending"))
  const { admin, id } = yield* organization()
  const space = (yield* as(admin)((yield* Spaces).create(id, {}))).id
  const edits = yield* ContentEdits
  const made: Array<PageId> = []
  for (const title of ["One", "Two"]) {
    const insert = { operation: "insert_page", title, document: { markdown: "Some text.\n" } } as const
    const { changes } = yield* as(admin)(edits.apply(space, { changes: [insert] }))
    made.push(...changes.flatMap((change) => (change.object === "created_page" ? [change.page.id] : [])))
  }
  let texts = 0
  const edit = (page: PageId) =>
    as(admin)(
      edits.apply(space, {
        changes: [{ operation: "update_page", page, document: { markdown: `Text number${++texts}x.\n` } }]
      })
    )
  return { admin, space, pages: made, edit }
})

const timed = (storage: (typeof storages)[number]) => Layer.provideMerge(workspace(storage), TestContext.TestContext)

it.each(storages)("it is empty within a second of rest, $name", (storage) =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.nat(400), { maxLength: 12 }), (pauses) =>
      Effect.gen(function* () {
        const { edit, pages } = yield* filled
        for (const [i, pause] of pauses.entries()) {
          yield* pass(pause)
          yield* edit(pages[i % 2]!)
        }
        expect(yield* queued).not.toEqual([])
        yield* pass(1_000)
        expect(yield* queued).toEqual([])
        expect((yield* (yield* SearchIndex).list({ space: "", page: "" }, 10)).length).toBe(2)
        expect(yield* damages).toEqual([])
      }).pipe(Effect.provide(timed(storage)), Effect.runPromise)
    ),
    { numRuns: runs(10) }
  )
)

it("and after ten seconds without rest, until then with one item for each page that is edited", () =>
  Effect.gen(function* () {
    const { edit, pages } = yield* filled
    const counts: Array<number> = []
    for (let time = 0; time < 12_000; time += 250) {
      yield* pass(250)
      counts.push((yield* queued).length)
      yield* edit(pages[0]!)
    }
    const at = counts.indexOf(0)
    expect(250 * (at + 1)).toBeGreaterThan(9_000)
    expect(250 * (at + 1)).toBeLessThanOrEqual(10_000)
    expect(new Set(counts.slice(0, at))).toEqual(new Set([2]))
    expect(new Set(counts.slice(at + 1))).toEqual(new Set([1]))
  }).pipe(Effect.provide(timed(storages[0]!)), Effect.runPromise))

it.each(storages)("the transaction that queued something may take longer than that, $name", (storage) =>
  Effect.gen(function* () {
    const { edit, pages, space } = yield* filled
    yield* pass(1_000)
    const gate = yield* Deferred.make<void>()
    const store = yield* Storage
    const long = store.transaction(Effect.zipRight(edit(pages[0]!), Deferred.await(gate)), [spaceLock(space)])
    const fiber = yield* Effect.fork(long)
    yield* pass(5_000)
    expect(yield* queued).toEqual([])
    yield* Deferred.succeed(gate, undefined)
    yield* Fiber.join(fiber)
    yield* pass(0)
    expect(yield* queued).toEqual([])
    expect(yield* damages).toEqual([])
  }).pipe(Effect.provide(timed(storage)), Effect.runPromise)
)

/** An engine over a storage that outlives it. */
const over = (storage: MemoryStorage.MemoryStorageHandle, takeUp: boolean) =>
  Layer.provideMerge(
    Layer.provideMerge(
      InProcess.layer({}, { takeUp }),
      Layer.mergeAll(storage.layer, Ids.layer, PublicUrls.layer("https://docs.example/"))
    ),
    TestContext.TestContext
  )

it("an engine that takes nothing up leaves it to the next one, which is done within a second", () => {
  const storage = MemoryStorage.open()
  return Effect.gen(function* () {
    const left = yield* Effect.provide(
      Effect.zipRight(
        filled,
        Effect.zipRight(
          pass(60_000),
          Effect.map(queued, (items) => items.length)
        )
      ),
      over(storage, false)
    )
    expect(left).toBe(2)
    const now = Effect.zipRight(pass(1_000), queued)
    expect(yield* Effect.provide(now, over(storage, true))).toEqual([])
  }).pipe(Effect.runPromise)
})

it("an engine that is closed leaves it to the next one", () => {
  const storage = MemoryStorage.open()
  return Effect.gen(function* () {
    yield* Effect.provide(filled, over(storage, true))
    const rows = (gt: null) => storage.storage.scan(PendingIndexTable, { gt })
    expect((yield* rows(null)).length).toBe(1)
    yield* Effect.provide(pass(1_000), over(storage, true))
    expect((yield* rows(null)).length).toBe(0)
  }).pipe(Effect.runPromise)
})

/** Workers that make an edit before each text that they read for the index. */
const interfering = (before: () => Effect.Effect<unknown> | undefined) => {
  const run: WorkersService["run"] = (task, input) =>
    Effect.zipRight(task.name === indexedTask.name ? (before() ?? Effect.void) : Effect.void, runHere(task, input))
  return Layer.succeed(Workers, { run })
}

it.each(storages.flatMap((storage) => [storage, inPieces(storage)]))(
  "a reader need not wait for those who edit all the time, $name",
  (storage) => {
    let interfere: (() => Effect.Effect<unknown>) | undefined
    let times = 0
    const workers = interfering(() => {
      times++
      return times > 100 ? Effect.dieMessage("the reader still waits") : interfere?.()
    })
    return Effect.gen(function* () {
      const { admin, edit, pages, space } = yield* filled
      const edits = yield* ContentEdits
      const insert = { operation: "insert_page", title: "More", document: { markdown: "Some text.\n" } } as const
      // The page whose text is read just now is changed, and another one is made.
      interfere = () =>
        Effect.orDie(
          Effect.zipRight(
            Effect.forEach(pages, edit, { discard: true }),
            as(admin)(edits.apply(space, { changes: [insert] }))
          )
        )
      const found = yield* as(admin)((yield* Search).space(space, { query: "number " }))
      expect(times).toBeLessThanOrEqual(4)
      interfere = undefined
      expect(found.items.length).toBeLessThanOrEqual(2)
      yield* as(admin)((yield* Links).list(space, {}))
      expect(yield* queued).toEqual([])
      expect(yield* damages).toEqual([])
    }).pipe(Effect.provide(workspace(storage, { workers })), Effect.runPromise)
  }
)
