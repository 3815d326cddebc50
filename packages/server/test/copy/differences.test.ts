/** The law behind every copy: differences are found, and applying them makes both lists equal. */
import { compareValues, type Row, type Value } from "@lectern/core/storage/Table"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { type Difference, eachDifference, type Listing } from "../../src/copy/Differences.js"

/** A list in memory that others may change while it is read. */
class Memory implements Listing {
  readonly key = ["id"]
  readonly reads: Array<number> = []
  constructor(readonly rows: Map<number, Row>) {}
  get sorted(): ReadonlyArray<Row> {
    return [...this.rows].sort(([a], [b]) => compareValues(a, b)).map(([, row]) => row)
  }
  read(after: ReadonlyArray<Value> | undefined, limit: number) {
    return Effect.sync(() => {
      const from = after === undefined ? Number.NEGATIVE_INFINITY : Number(after[0])
      const found = this.sorted.filter(({ columns }) => Number(columns.id) > from).slice(0, limit)
      this.reads.push(found.reduce((sum, { json }) => sum + json.length, 0))
      return found
    })
  }
}

const rowOf = (id: number, version: number, json: string): Row => ({ columns: { id }, version, json })
const rows = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 2 }), fc.constantFrom("a", "b")), {
    maxLength: 150
  })
  .map((all) => new Map(all.map(([id, version, json]) => [id, rowOf(id, version, json)])))

const ids = (found: ReadonlyArray<Row>) => found.map(({ columns }) => Number(columns.id))

const differences = async (one: Listing, other: Listing): Promise<ReadonlyArray<Difference>> => {
  const found: Array<Difference> = []
  await Effect.runPromise(eachDifference(one, other, (each) => Effect.sync(() => void found.push(each))))
  return found
}

describe("the differences of two lists", () => {
  it("are those of their rows, each once", () =>
    fc.assert(
      fc.asyncProperty(rows, rows, async (first, second) => {
        const found = await differences(new Memory(first), new Memory(second))
        const both = [...first.keys()].filter((id) => second.has(id))
        const sorted = (all: ReadonlyArray<number>) => all.toSorted((a, b) => a - b)
        expect(found.flatMap(({ missing }) => ids(missing))).toEqual(
          sorted([...first.keys()].filter((id) => !second.has(id)))
        )
        expect(found.flatMap(({ surplus }) => ids(surplus))).toEqual(
          sorted([...second.keys()].filter((id) => !first.has(id)))
        )
        expect(found.flatMap(({ changed }) => ids(changed))).toEqual(
          sorted(both.filter((id) => JSON.stringify(first.get(id)) !== JSON.stringify(second.get(id))))
        )
      }),
      { numRuns: runs(50) }
    ))

  it("leave two equal lists once they are removed and then added, while they are read", () =>
    fc.assert(
      fc.asyncProperty(rows, rows, async (first, second) => {
        const [from, to] = [new Memory(first), new Memory(new Map(second))]
        const act = (use: (each: Difference) => void) =>
          Effect.runPromise(eachDifference(from, to, (each) => Effect.sync(() => use(each))))
        await act(({ changed, surplus }) => {
          for (const id of ids([...changed, ...surplus])) to.rows.delete(id)
        })
        const count = await act(({ missing }) => {
          for (const row of missing) {
            expect(to.rows.has(Number(row.columns.id))).toBe(false)
            to.rows.set(Number(row.columns.id), row)
          }
        })
        expect(count).toBe(first.size)
        expect(to.sorted).toEqual(from.sorted)
        expect(await differences(from, to)).toEqual([])
      }),
      { numRuns: runs(50) }
    ))

  it("are found with a bounded number of large rows in memory", async () => {
    const large = new Map(Array.from({ length: 500 }, (_, id) => [id, rowOf(id, 1, "x".repeat(100_000))]))
    const from = new Memory(large)
    await differences(from, new Memory(new Map()))
    expect(Math.max(...from.reads)).toBeLessThanOrEqual(32 * 100_000)
    expect(from.reads.slice(5).every((length) => length <= 2_000_000)).toBe(true)
  })
})
