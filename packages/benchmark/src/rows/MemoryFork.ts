import { table } from "@lectern/core/storage/Table"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as Effect from "effect/Effect"
import { type Row, timedSync } from "../Harness.js"

const calls = 5_000

const Things = table({
  name: "things",
  columns: { id: "text", group: "text" },
  key: ["id"],
  indexes: { group: { on: ["group"] } }
})

const filled = Effect.fnUntraced(function* (rows: number) {
  const handle = yield* MemoryStorage.make([Things])
  for (let i = 0; i < rows; i++) {
    const id = String(i).padStart(8, "0")
    yield* handle.storage.insert(Things, { id, group: String(i % 10) }, JSON.stringify({ id }))
  }
  return handle
})

/** Forks a storage in memory. */
export const memoryFork: Row = {
  name: "memory-fork",
  subject: "fork in memory, 100,000 rows",
  baseline: "100 rows",
  unit: "µs",
  target: { of: "subject", kind: "at most", value: 100 },
  rounds: 9,
  prepare: Effect.gen(function* () {
    const large = yield* filled(100_000)
    const small = yield* filled(100)
    return { subject: timedSync(calls, () => large.fork()), baseline: timedSync(calls, () => small.fork()) }
  })
}
