import { expect, it } from "@effect/vitest"
import { untilCommit } from "@lectern/core/storage/rows/UntilCommit"
import { Storage } from "@lectern/core/storage/Storage"
import { table } from "@lectern/core/storage/Table"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect } from "effect"

const Things = table({ name: "things", columns: { id: "text" }, key: ["id"], indexes: {} })
const empty = MemoryStorage.layer([Things])

/** How many things there are, kept until the next commit, and how often they were counted. */
const counting = (hasGeneration = true) =>
  Effect.map(Storage, (storage) => {
    const kept = untilCommit<number>(hasGeneration ? storage : { ...storage, generation: undefined }, 10)
    const reads = { count: 0 }
    const read = Effect.tap(storage.count(Things, {}), () => Effect.sync(() => reads.count++))
    const add = (id: string) => Effect.orDie(storage.insert(Things, { id }, "{}"))
    return { storage, kept, reads, read, add, count: kept("all", read) }
  })

it.effect("reads again after a commit, and only then", () =>
  Effect.gen(function* () {
    const { add, count, reads } = yield* counting()
    expect([yield* count, yield* count]).toEqual([0, 0])
    yield* add("1")
    expect([yield* count, yield* count]).toEqual([1, 1])
    expect(reads.count).toBe(2)
  }).pipe(Effect.provide(empty))
)

it.effect("keeps nothing of a transaction, nor what was read while somebody committed", () =>
  Effect.gen(function* () {
    const { add, count, kept, read, storage } = yield* counting()
    const inside = Effect.zipRight(add("1"), Effect.flatMap(count, Effect.fail))
    expect(yield* Effect.flip(storage.transaction(inside))).toBe(1)
    expect(yield* count).toBe(0)
    const overtaken = kept(
      "slow",
      Effect.tap(read, () => add("2"))
    )
    expect(yield* overtaken).toBe(0)
    expect(yield* kept("slow", read)).toBe(1)
  }).pipe(Effect.provide(empty))
)

it.effect("keeps nothing over a storage without a generation", () =>
  Effect.gen(function* () {
    const { count, reads } = yield* counting(false)
    expect([yield* count, yield* count]).toEqual([0, 0])
    expect(reads.count).toBe(2)
  }).pipe(Effect.provide(empty))
)
