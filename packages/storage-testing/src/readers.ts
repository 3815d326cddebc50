/** Readers outside of a running transaction: they do not wait for it, or they do and then find its commit. */
import { expect } from "@effect/vitest"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import { concern, ids, type Suite } from "./harness.js"
import { lookWhileOpen } from "./open.js"
import { note, notes } from "./tables.js"

const work = Effect.gen(function* () {
  const storage = yield* Storage
  yield* storage.update(notes, note("a", { title: "z" }), "new", 1)
  yield* storage.insert(notes, note("b"), "new")
  yield* storage.increment("seen")
})

/** A way to read, and its answers before and after `work`. */
type Look = readonly [
  read: (storage: StorageService) => Effect.Effect<unknown, unknown>,
  before: unknown,
  after: unknown
]

const looks: Readonly<Record<string, Look>> = {
  "get of a changed row": [(storage) => Effect.map(storage.get(notes, ["s", "a"]), (row) => row?.json), "old", "new"],
  "get of a new row": [(storage) => Effect.map(storage.get(notes, ["s", "b"]), (row) => row?.json), undefined, "new"],
  scan: [(storage) => Effect.map(storage.scan(notes, { index: "title" }), ids), ["a"], ["b", "a"]],
  count: [(storage) => storage.count(notes, {}), 1, 2],
  counter: [(storage) => storage.counter("seen"), 0, 1],
  "read of several counters": [(storage) => storage.counters(["seen", "none"]), [0, 0], [1, 0]],
  "read of several kinds": [
    (storage) =>
      storage.reads([
        { kind: "counter", counter: "seen" },
        { kind: "count", table: notes, range: {} }
      ]),
    [0, 1],
    [1, 2]
  ]
}

/** The suite of readers, by whether they wait. */
export const suite: Suite<Storage> = concern("readers", ({ test }, declared) => {
  const waits = declared.readers === "wait"
  for (const [name, [read, before, after]] of Object.entries(looks)) {
    test(
      `a ${name} from outside ${waits ? "waits for" : "sees nothing of"} a running transaction, and then all of it`,
      Effect.gen(function* () {
        const storage = yield* Storage
        yield* storage.insert(notes, note("a"), "old")
        expect(yield* lookWhileOpen(declared, work, read(storage))).toEqual({ during: waits ? after : before, after })
      })
    )

    test(
      `a ${name} inside a transaction and a nested one waits for nothing`,
      Effect.gen(function* () {
        const storage = yield* Storage
        yield* storage.insert(notes, note("a"), "old")
        const found = storage.transaction(
          Effect.all([read(storage), work, read(storage), storage.transaction(read(storage))])
        )
        expect(yield* found).toEqual([before, undefined, after, after])
      })
    )
  }
})
