import { describe, expect, it } from "@effect/vitest"
import { BlobStore, hashOf } from "@lectern/core/blobs/BlobStore"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { Storage } from "@lectern/core/storage/Storage"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { generationOf } from "@lectern/storage-testing/harness"
import { Model } from "@lectern/storage-testing/naive"
import { runs } from "@lectern/storage-testing/runs"
import { pagesWith, section } from "@lectern/storage-testing/sections"
import { type Note, note, notes, tables } from "@lectern/storage-testing/tables"
import { Deferred, Effect, FastCheck, Fiber } from "effect"

const idsIn = ({ storage }: MemoryStorage.MemoryStorageHandle) =>
  Effect.map(storage.scan(notes, {}), (rows) => rows.map((row) => row.columns.id))

const search = ({ searchIndex }: MemoryStorage.MemoryStorageHandle, token: string) => pagesWith(searchIndex, token)

const bytes = new Uint8Array([1, 2, 3])

const fill = (handle: MemoryStorage.MemoryStorageHandle, tag: string) =>
  Effect.gen(function* () {
    yield* handle.storage.insert(notes, note(tag, { slug: tag }), tag)
    yield* handle.storage.increment("counter")
    yield* handle.searchIndex.replacePages("s", [
      { page: tag, documents: [section("s", tag, 0, { body: `all ${tag}` })] }
    ])
    yield* handle.blobs.put(hashOf(Uint8Array.of(tag.charCodeAt(0))), bytes)
  })

const contentOf = (handle: MemoryStorage.MemoryStorageHandle) =>
  Effect.all({
    rows: idsIn(handle),
    slugs: Effect.map(handle.storage.scan(notes, { index: "slug" }), (rows) => rows.map((row) => row.columns.slug)),
    counter: handle.storage.counter("counter"),
    found: search(handle, "all"),
    blobs: Effect.forEach(["a", "b", "c"], (tag) =>
      Effect.map(handle.blobs.get(hashOf(Uint8Array.of(tag.charCodeAt(0)))), (found) => found !== undefined)
    )
  })

const content = (tags: string) => ({
  rows: [...tags],
  slugs: [...tags],
  counter: tags.length,
  found: [...tags],
  blobs: ["a", "b", "c"].map((tag) => tags.includes(tag))
})

describe("snapshot, fork and reset", () => {
  it.effect("a fork begins with everything and then goes its own way, as does what it was forked from", () =>
    Effect.gen(function* () {
      const origin = yield* MemoryStorage.make(tables)
      yield* fill(origin, "a")
      const fork = origin.fork()
      expect(yield* contentOf(fork)).toEqual(content("a"))
      yield* fill(fork, "b")
      yield* fill(origin, "c")
      expect(yield* contentOf(fork)).toEqual(content("ab"))
      expect(yield* contentOf(origin)).toEqual(content("ac"))
      const second = fork.fork()
      yield* second.storage.delete(notes, ["s", "a"])
      yield* second.searchIndex.removeSpace("s")
      expect(yield* contentOf(fork)).toEqual(content("ab"))
      expect(yield* search(second, "all")).toEqual([])
    })
  )

  it.effect("a reset brings everything back, as often as wanted, also to a relative", () =>
    Effect.gen(function* () {
      const origin = yield* MemoryStorage.make(tables)
      const empty = origin.snapshot()
      yield* fill(origin, "a")
      const one = origin.snapshot()
      yield* fill(origin, "b")
      const two = origin.snapshot()
      const fork = origin.fork()
      for (const [snapshot, tags] of [
        [one, "a"],
        [two, "ab"],
        [one, "a"],
        [empty, ""]
      ] as const) {
        for (const handle of [origin, fork]) {
          handle.reset(snapshot)
          expect(yield* contentOf(handle)).toEqual(content(tags))
          yield* fill(handle, "c")
        }
      }
    })
  )

  it.effect("a reset moves the generation", () =>
    Effect.gen(function* () {
      const handle = yield* MemoryStorage.make(tables)
      const empty = handle.snapshot()
      const seen = new Set([yield* generationOf(handle.storage)])
      for (let i = 0; i < 3; i++) {
        yield* fill(handle, "a")
        seen.add(yield* generationOf(handle.storage))
        handle.reset(empty)
        seen.add(yield* generationOf(handle.storage))
      }
      expect(seen.size).toBe(7)
    })
  )

  it.effect("a running transaction is in no snapshot and no fork, and forbids a reset", () =>
    Effect.gen(function* () {
      const handle = yield* MemoryStorage.make(tables)
      yield* fill(handle, "a")
      const before = handle.snapshot()
      const written = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const writer = yield* Effect.fork(
        handle.storage.transaction(
          Effect.gen(function* () {
            yield* fill(handle, "b")
            yield* Deferred.succeed(written, undefined)
            yield* Deferred.await(proceed)
          })
        )
      )
      yield* Deferred.await(written)
      const fork = handle.fork()
      const during = handle.snapshot()
      expect(() => handle.reset(before)).toThrow("while a transaction runs")
      fork.reset(during)
      yield* fill(fork, "c")
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(writer)
      expect(yield* contentOf(handle)).toEqual(content("ab"))
      expect(yield* contentOf(fork)).toEqual(content("ac"))
      handle.reset(during)
      expect(yield* contentOf(handle)).toEqual(content("a"))
    })
  )

  it.effect("a snapshot of an unrelated storage is refused", () =>
    Effect.gen(function* () {
      const one = yield* MemoryStorage.make(tables)
      const other = yield* MemoryStorage.make(tables)
      expect(() => one.reset(other.snapshot())).toThrow("unrelated")
    })
  )

  it.effect("a transaction of one storage is none of its fork", () =>
    Effect.gen(function* () {
      const origin = yield* MemoryStorage.make(tables)
      const fork = origin.fork()
      yield* Effect.exit(
        origin.storage.transaction(
          Effect.gen(function* () {
            yield* origin.storage.insert(notes, note("a"), "")
            yield* fork.storage.transaction(fork.storage.insert(notes, note("b"), ""))
            return yield* Effect.fail("no")
          })
        )
      )
      expect(yield* idsIn(origin)).toEqual([])
      expect(yield* idsIn(fork)).toEqual(["b"])
    })
  )

  it.effect("the layer of a handle gives its ports", () =>
    Effect.gen(function* () {
      const handle = yield* MemoryStorage.make(tables)
      const ports = yield* Effect.all([Storage, SearchIndex, BlobStore]).pipe(
        Effect.provide(MemoryStorage.layerOf(handle))
      )
      expect(ports).toEqual([handle.storage, handle.searchIndex, handle.blobs])
    })
  )
})

type Step =
  | { readonly kind: "put"; readonly storage: number; readonly columns: Note }
  | { readonly kind: "delete"; readonly storage: number; readonly id: string }
  | { readonly kind: "fork"; readonly storage: number }
  | { readonly kind: "reset"; readonly storage: number; readonly from: number }

const storage = FastCheck.nat(7)
const id = FastCheck.integer({ min: 0, max: 300 }).map(String)
const step: FastCheck.Arbitrary<Step> = FastCheck.oneof(
  {
    weight: 20,
    arbitrary: FastCheck.record({
      kind: FastCheck.constant("put" as const),
      storage,
      columns: FastCheck.record({ id, order: FastCheck.integer({ min: 0, max: 50 }) }).map(({ id, order }) =>
        note(id, { order })
      )
    })
  },
  { weight: 12, arbitrary: FastCheck.record({ kind: FastCheck.constant("delete" as const), storage, id }) },
  { weight: 1, arbitrary: FastCheck.record({ kind: FastCheck.constant("fork" as const), storage }) },
  { weight: 1, arbitrary: FastCheck.record({ kind: FastCheck.constant("reset" as const), storage, from: storage }) }
)

const equal = (handle: MemoryStorage.MemoryStorageHandle, model: Model) =>
  Effect.gen(function* () {
    for (const index of ["key", "order", "title"]) {
      expect(yield* handle.storage.scan(notes, { index })).toEqual(model.scan({ index }))
      expect(yield* handle.storage.count(notes, { index, prefix: ["s"] })).toBe(model.rows.length)
    }
  })

describe("many storages that share what they have in common", () => {
  it(
    "each is as if it were alone",
    () =>
      FastCheck.assert(
        FastCheck.asyncProperty(FastCheck.array(step, { minLength: 200, maxLength: 500, size: "max" }), (steps) =>
          Effect.runPromise(
            Effect.gen(function* () {
              const first = yield* MemoryStorage.make(tables)
              const all = [{ handle: first, model: new Model() }]
              yield* Effect.forEach(
                Array.from({ length: 200 }, (_, i) => note(String(i), { order: i % 50 })),
                (columns) => {
                  all[0]!.model.insert(columns, "")
                  return first.storage.insert(notes, columns, "")
                }
              )
              for (const step of steps) {
                const { handle, model } = all[step.storage % all.length]!
                if (step.kind === "put") {
                  const version = model.find(["s", step.columns.id])?.version
                  if (version === undefined) {
                    model.insert(step.columns, "")
                    yield* handle.storage.insert(notes, step.columns, "")
                  } else {
                    model.update(step.columns, "", version)
                    yield* handle.storage.update(notes, step.columns, "", version)
                  }
                } else if (step.kind === "delete") {
                  expect(yield* handle.storage.delete(notes, ["s", step.id])).toBe(model.delete(["s", step.id]))
                } else if (step.kind === "fork") {
                  const copy = new Model()
                  copy.restore(model.save())
                  all.push({ handle: handle.fork(), model: copy })
                } else {
                  const from = all[step.from % all.length]!
                  handle.reset(from.handle.snapshot())
                  model.restore(from.model.save())
                }
              }
              for (const { handle, model } of all) yield* equal(handle, model)
            })
          )
        ),
        { numRuns: runs(15) }
      ),
    60_000
  )
})
