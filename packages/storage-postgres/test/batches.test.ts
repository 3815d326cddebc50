/** Several reads and writes in one call have the same results as one after the other. */
import { describe, expect, it } from "@effect/vitest"
import { type Read, type Write, withDefaults } from "@lectern/core/storage/Batches"
import { Storage } from "@lectern/core/storage/Storage"
import { runs } from "@lectern/storage-testing/runs"
import { note, notes, numbers, tables } from "@lectern/storage-testing/tables"
import { Effect, FastCheck, Layer } from "effect"
import * as PostgresStorage from "../src/PostgresStorage.js"
import { newDatabase } from "./database.js"

const layer = newDatabase((url) => PostgresStorage.layer({ url, tables })).pipe(Layer.orDie)

const id = FastCheck.constantFrom("a", "b", "c", "d'\"\\", "😀", "nul\0")
const stored = FastCheck.constantFrom("a", "b", "c", "d'\"\\", "😀")
const slug = FastCheck.constantFrom(null, null, "x", "y")
const counter = FastCheck.constantFrom("one", "two", "nul\0")

const read: FastCheck.Arbitrary<Read> = FastCheck.oneof(
  id.map((id): Read => ({ kind: "get", table: notes, key: ["s", id] })),
  FastCheck.nat(5).map((number): Read => ({ kind: "get", table: numbers, key: [number] })),
  FastCheck.record({ prefix: FastCheck.constantFrom([], ["s"], ["s", null], ["t"]), limit: FastCheck.nat(3) }).map(
    (scan): Read => ({ kind: "scan", table: notes, scan: { index: "order", ...scan } })
  ),
  id.map((gt): Read => ({ kind: "count", table: notes, range: { prefix: ["s"], gt } })),
  counter.map((counter): Read => ({ kind: "counter", counter }))
)

const columns = FastCheck.record({ id: stored, slug, order: FastCheck.constantFrom(null, 1, 2) })

const write: FastCheck.Arbitrary<Write> = FastCheck.oneof(
  {
    weight: 5,
    arbitrary: columns.map(
      ({ id, ...rest }): Write => ({ kind: "insert", table: notes, columns: note(id, rest), json: "{}" })
    )
  },
  {
    weight: 3,
    arbitrary: FastCheck.tuple(columns, FastCheck.integer({ min: 1, max: 2 })).map(
      ([{ id, ...rest }, version]): Write => ({
        kind: "update",
        table: notes,
        columns: note(id, rest),
        json: '{"a":"\\""}',
        version
      })
    )
  },
  { weight: 2, arbitrary: stored.map((id): Write => ({ kind: "delete", table: notes, key: ["s", id] })) },
  {
    weight: 2,
    arbitrary: FastCheck.nat(5).map(
      (number): Write => ({ kind: "insert", table: numbers, columns: { number }, json: "" })
    )
  },
  {
    weight: 2,
    arbitrary: FastCheck.constantFrom("one", "two").map((counter): Write => ({ kind: "add", counter, by: 1 }))
  }
)

const everything = Effect.flatMap(Storage, (storage) =>
  Effect.all([
    storage.scan(notes, {}),
    storage.scan(notes, { index: "slug" }),
    storage.scan(numbers, {}),
    storage.counters(["one", "two"])
  ])
)

interface Program {
  readonly batches: ReadonlyArray<ReadonlyArray<Write>>
  readonly reads: ReadonlyArray<Read>
  readonly inside: boolean
}

describe("several at once", () => {
  it(
    "reads and writes, in a transaction and outside, as one after the other",
    async () => {
      const input = FastCheck.record({
        batches: FastCheck.array(FastCheck.array(write, { maxLength: 8 }), { maxLength: 5 }),
        reads: FastCheck.array(read, { maxLength: 8 }),
        inside: FastCheck.boolean()
      })
      const run = ({ batches, inside, reads }: Program, oneByOne: boolean) =>
        Effect.provide(
          Effect.gen(function* () {
            const port = yield* Storage
            const { reads: _reads, writes: _writes, ...basics } = port
            const storage = oneByOne ? withDefaults(basics) : port
            const outcomes: Array<unknown> = []
            for (const batch of batches) {
              const whole = Effect.gen(function* () {
                yield* storage.writes(batch)
                return yield* storage.reads(reads)
              })
              const outcome = yield* Effect.either(inside ? storage.transaction(whole) : whole)
              outcomes.push(outcome._tag === "Left" ? outcome.left._tag : outcome.right)
            }
            return [outcomes, yield* everything]
          }),
          layer
        )
      await FastCheck.assert(
        FastCheck.asyncProperty(input, async (given) => {
          const expected = await Effect.runPromise(run(given, true))
          expect(await Effect.runPromise(run(given, false))).toEqual(expected)
        }),
        { numRuns: runs(25) }
      )
    },
    120_000 + runs(0) * 1_000
  )
})
