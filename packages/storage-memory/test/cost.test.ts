import { describe, expect, it } from "@effect/vitest"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { section } from "@lectern/storage-testing/sections"
import { note, notes, tables } from "@lectern/storage-testing/tables"
import { Effect } from "effect"

/** A storage of `size` rows, a hundredth as many pages that are searched, and as many blobs. */
const ofSize = (size: number) =>
  Effect.gen(function* () {
    const handle = yield* MemoryStorage.make(tables)
    yield* handle.storage.transaction(
      Effect.gen(function* () {
        for (let i = 0; i < size; i++) yield* handle.storage.insert(notes, note(String(i), { order: i % 97 }), "{}")
        for (let i = 0; i < size / 100; i++) {
          yield* handle.searchIndex.replacePages("s", [
            { page: String(i), documents: [section("s", String(i), 0, { body: `word page${i}` })] }
          ])
          yield* handle.blobs.put(String(i), new Uint8Array(8))
        }
      })
    )
    return handle
  })

/** The median time of a call, in microseconds. */
const median = (call: () => unknown): number => {
  const times = Array.from({ length: 1_000 }, () => {
    const start = process.hrtime.bigint()
    call()
    return Number(process.hrtime.bigint() - start) / 1_000
  })
  return times.sort((a, b) => a - b)[times.length / 2]!
}

// Measurements that noise has spoilt are repeated.
describe("cost", { retry: 2 }, () => {
  it("a snapshot, a fork, a reset and the first write after it cost microseconds, at 100 rows and at 100,000", async () => {
    const small = await Effect.runPromise(ofSize(100))
    const large = await Effect.runPromise(ofSize(100_000))
    const costs = (handle: MemoryStorage.MemoryStorageHandle) => {
      const snapshot = handle.snapshot()
      return {
        snapshot: median(() => handle.snapshot()),
        fork: median(() => handle.fork()),
        reset: median(() => handle.reset(snapshot)),
        write: median(() => Effect.runSync(handle.fork().storage.insert(notes, note("new"), "{}")))
      }
    }
    costs(small)
    const [few, many] = [costs(small), costs(large)]
    for (const call of ["snapshot", "fork", "reset"] as const) {
      expect(many[call], `microseconds of a ${call} of 100,000 rows`).toBeLessThan(100)
      expect(many[call], `a ${call} of 100,000 rows against 100`).toBeLessThan(10 * few[call] + 10)
    }
    expect(many.write, "microseconds of a first write").toBeLessThan(1_000)
    expect(many.write, "a first write to 100,000 rows against 100").toBeLessThan(20 * few.write + 100)
  })

  it.effect(
    "a fork shares with its origin all but the way to what it writes",
    () =>
      Effect.gen(function* () {
        const origin = yield* ofSize(20_000)
        const nodes = reachable(origin.snapshot())
        const fork = origin.fork()
        yield* fork.storage.insert(notes, note("new"), "{}")
        const added = [...reachable(fork.snapshot())].filter((node) => !nodes.has(node))
        expect(nodes.size).toBeGreaterThan(20_000)
        expect(added.length).toBeGreaterThan(0)
        expect(added.length).toBeLessThan(200)
      }),
    60_000
  )
})

/** All objects that an object leads to. */
const reachable = (from: object): ReadonlySet<object> => {
  const found = new Set<object>([from])
  for (const object of found) {
    for (const value of Object.values(object)) if (typeof value === "object" && value !== null) found.add(value)
  }
  return found
}
