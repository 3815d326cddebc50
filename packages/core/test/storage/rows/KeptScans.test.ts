/** Scans of a table that keeps its rows answer like the storage, and read it only once between two commits. */
import { expect, it } from "@effect/vitest"
import { rows } from "@lectern/core/storage/rows/Repository"
import { Storage } from "@lectern/core/storage/Storage"
import { table } from "@lectern/core/storage/Table"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"

interface Note {
  readonly id: string
  readonly text: string
}

const declared = { name: "notes", columns: { id: "text", text: "text" }, key: ["id"] } as const
const Notes = {
  ...table({ ...declared, indexes: { text: { on: ["text"] } }, lockedBy: "free", keeps: 100 }),
  columnsOf: (note: Note) => ({ ...note })
}

/** The notes, a scan of some, the same straight from the storage, and how often the storage was scanned. */
const opened = Effect.map(Storage, (storage) => {
  const scans = { count: 0 }
  const counted = {
    ...storage,
    scan: ((of, scan) => {
      scans.count++
      return storage.scan(of, scan)
    }) as typeof storage.scan
  }
  const notes = rows(counted, Notes)
  const some = (limit?: number) =>
    Effect.map(notes.scan({ index: "text", ...(limit !== undefined && { limit }) }), (found) =>
      found.map(({ cursor, value, version }) => [cursor, value, version])
    )
  const stored = Effect.map(storage.scan(Notes, { index: "text", limit: 3 }), (found) =>
    found.map(({ columns: { id, text }, json, version }) => [[text, id], JSON.parse(json), version])
  )
  return { storage, notes, scans, some, stored }
})

const id = fc.constantFrom("a", "b", "c", "d")
const step = fc.oneof(
  fc.record({ does: fc.constant("write" as const), id, text: fc.constantFrom("x", "y", "z") }),
  fc.record({ does: fc.constant("remove" as const), id }),
  fc.constant({ does: "scan" as const })
)
const series = fc.record({
  steps: fc.array(step, { maxLength: 6 }),
  ends: fc.constantFrom("alone" as const, "committed" as const, "rolled back" as const)
})

type Step = typeof step extends fc.Arbitrary<infer A> ? A : never
type Series = typeof series extends fc.Arbitrary<infer A> ? A : never

const follows = (all: ReadonlyArray<Series>) =>
  Effect.gen(function* () {
    const { notes, some, storage, stored } = yield* opened
    const compare = Effect.gen(function* () {
      expect(yield* some(3)).toEqual(yield* stored)
    })
    const take = (each: Step) =>
      Effect.gen(function* () {
        if (each.does === "scan") return yield* compare
        if (each.does === "remove") return void (yield* notes.remove(each.id))
        const note = { id: each.id, text: each.text }
        const found = yield* notes.find(each.id)
        yield* Effect.orDie(found === undefined ? notes.insert(note) : notes.replace(found, note))
      })
    for (const { ends, steps } of all) {
      const taken = Effect.forEach(steps, take, { discard: true })
      if (ends === "alone") yield* taken
      else {
        const whole = ends === "committed" ? taken : Effect.zipRight(taken, Effect.fail("back"))
        yield* Effect.either(storage.transaction(whole))
      }
      yield* compare
    }
  }).pipe(Effect.provide(MemoryStorage.layer([Notes])))

it("are never older than the storage", () =>
  fc.assert(
    fc.asyncProperty(fc.array(series, { maxLength: 8 }), (all) => Effect.runPromise(follows(all))),
    { numRuns: runs(200) }
  ))

it.effect("are read once between two commits, unless they are long", () =>
  Effect.gen(function* () {
    const { notes, scans, some } = yield* opened
    yield* notes.insert({ id: "a", text: "x" })
    for (let i = 0; i < 3; i++) expect(yield* some(3)).toHaveLength(1)
    expect(scans.count).toBe(1)
    yield* notes.insert({ id: "b", text: "x" })
    for (let i = 0; i < 3; i++) expect(yield* some(3)).toHaveLength(2)
    expect(scans.count).toBe(2)
    for (const limit of [undefined, 257]) for (let i = 0; i < 3; i++) expect(yield* some(limit)).toHaveLength(2)
    expect(scans.count).toBe(8)
  }).pipe(Effect.provide(MemoryStorage.layer([Notes])))
)

it.effect("find nothing by what no row can have", () =>
  Effect.gen(function* () {
    const { notes } = yield* opened
    yield* notes.insert({ id: "a", text: "x" })
    for (const text of [1n, Symbol("x"), { toJSON: () => "x" }]) {
      const prefix = [text] as unknown as ReadonlyArray<string>
      expect(yield* notes.scan({ index: "text", prefix, limit: 3 })).toEqual([])
    }
  }).pipe(Effect.provide(MemoryStorage.layer([Notes])))
)
