import { expect, it } from "@effect/vitest"
import { RequestStamps, requestStamps } from "@lectern/core/people/access/RequestStamps"
import { bump, stampedCache } from "@lectern/core/people/access/StampedCache"
import { Storage } from "@lectern/core/storage/Storage"
import { table } from "@lectern/core/storage/Table"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect } from "effect"

const Things = table({ name: "things", columns: { id: "text" }, key: ["id"], indexes: {} })
const empty = MemoryStorage.layer([Things])

/** The number of things by prefix of their ids, the times they were counted, and writes that bump the stamp. */
const counting = (capacity: number) =>
  Effect.map(Storage, (storage) => {
    const loads: Array<string> = []
    const counts = stampedCache<number>(
      { storage },
      {
        capacity,
        stamps: (key) => [`things:${key}`],
        load: (key) => {
          loads.push(key)
          return storage.count(Things, { gte: key, lt: `${key}~` })
        }
      }
    )
    const add = (key: string, id: string) =>
      Effect.zipRight(
        Effect.catchTag(storage.insert(Things, { id: `${key}${id}` }, "{}"), "Duplicate", Effect.die),
        bump(storage, `things:${key}`)
      )
    return { storage, loads, counts, add: (key: string, id: string) => storage.transaction(add(key, id)) }
  })

it.effect("reads once, and again only when its own stamp moved", () =>
  Effect.gen(function* () {
    const { counts, loads, add } = yield* counting(10)
    expect([yield* counts.get("a"), yield* counts.get("a"), yield* counts.get("b")]).toEqual([0, 0, 0])
    expect(loads).toEqual(["a", "b"])
    yield* add("a", "1")
    expect([yield* counts.get("a"), yield* counts.get("b"), yield* counts.get("a")]).toEqual([1, 0, 1])
    expect(loads).toEqual(["a", "b", "a"])
  }).pipe(Effect.provide(empty))
)

it.effect("reads the stamps of a storage with a generation anew, within one request, too", () =>
  Effect.gen(function* () {
    const { storage, counts } = yield* counting(10)
    expect(storage.generation).toBeDefined()
    const request = Effect.gen(function* () {
      const before = yield* counts.get("a")
      // As another request writes it, which forgets only its own stamps.
      const write = Effect.zipRight(storage.insert(Things, { id: "a1" }, "{}"), storage.increment("things:a"))
      yield* storage.transaction(Effect.orDie(write))
      return [before, yield* counts.get("a")]
    })
    expect(yield* Effect.locally(request, requestStamps, new RequestStamps())).toEqual([0, 1])
  }).pipe(Effect.provide(empty))
)

it.effect("sees a transaction's own writes, and keeps nothing of one that rolled back", () =>
  Effect.gen(function* () {
    const { storage, counts, add } = yield* counting(10)
    yield* counts.get("a")
    const inside = yield* Effect.flip(
      storage.transaction(
        Effect.gen(function* () {
          yield* add("a", "1")
          const seen = [yield* counts.get("a"), yield* counts.get("a")]
          return yield* Effect.fail({ seen })
        })
      )
    )
    expect(inside).toEqual({ seen: [1, 1] })
    expect(yield* counts.get("a")).toBe(0)
    yield* add("a", "2")
    yield* add("a", "3")
    expect(yield* counts.get("a")).toBe(2)
  }).pipe(Effect.provide(empty))
)

it.effect("does not keep what was read while somebody committed", () =>
  Effect.gen(function* () {
    const { storage, add } = yield* counting(10)
    let first = true
    const slow = stampedCache<number>(
      { storage },
      {
        capacity: 10,
        stamps: () => ["things:a"],
        load: () =>
          Effect.gen(function* () {
            const before = yield* storage.count(Things, {})
            if (first) yield* add("a", "1")
            first = false
            return before
          })
      }
    )
    expect(yield* slow.get("a")).toBe(0)
    expect(yield* slow.get("a")).toBe(1)
  }).pipe(Effect.provide(empty))
)

it.effect("keeps no more than its capacity", () =>
  Effect.gen(function* () {
    const { counts, loads } = yield* counting(2)
    for (const key of ["a", "b", "c", "b", "a"]) yield* counts.get(key)
    expect(loads).toEqual(["a", "b", "c", "a"])
  }).pipe(Effect.provide(empty))
)

it.effect("is not deceived by a storage that went back and took another way", () =>
  Effect.gen(function* () {
    const handle = yield* MemoryStorage.make([Things])
    yield* Effect.gen(function* () {
      const { counts, add } = yield* counting(10)
      const start = handle.snapshot()
      yield* add("a", "1")
      yield* add("a", "2")
      expect(yield* counts.get("a")).toBe(2)
      handle.reset(start)
      yield* add("a", "3")
      expect(yield* counts.get("a")).toBe(1)
    }).pipe(Effect.provide(MemoryStorage.layerOf(handle)))
  })
)
