/** Random programs over a storage of notes. */
import type { Bounds, Scan } from "@lectern/core/storage/Storage"
import { sortColumns, type Value } from "@lectern/core/storage/Table"
import * as FastCheck from "effect/FastCheck"
import { type Note, notes } from "./tables.js"

/** How a transaction of a program ends. */
export type Ending = "commit" | "fail" | "die" | "interrupt"

/** A step of a program. An update names the version that the row has, unless it is to be `stale`. */
export type Step =
  | { readonly kind: "insert"; readonly columns: Note; readonly json: string }
  | { readonly kind: "update"; readonly columns: Note; readonly json: string; readonly stale: boolean }
  | { readonly kind: "delete"; readonly key: ReadonlyArray<Value> }
  | { readonly kind: "get"; readonly key: ReadonlyArray<Value> }
  | { readonly kind: "scan"; readonly scan: Scan }
  | { readonly kind: "increment"; readonly counter: string; readonly by: number }
  | { readonly kind: "transaction"; readonly steps: ReadonlyArray<Step>; readonly ending: Ending }

const values: Readonly<Record<string, FastCheck.Arbitrary<Value>>> = {
  shelf: FastCheck.constantFrom("s", "t"),
  id: FastCheck.constantFrom("a", "b", "c", "\ue000", "😀"),
  title: FastCheck.constantFrom("", "a", "aa", "\uffff", "😀"),
  order: FastCheck.constantFrom(null, -1, 0, 10),
  label: FastCheck.constantFrom(null, "", "a", "é"),
  slug: FastCheck.constantFrom(null, null, "x", "y")
}

const columns: FastCheck.Arbitrary<Note> = FastCheck.record(values) as FastCheck.Arbitrary<Note>
const key = FastCheck.tuple(values.shelf!, values.id!)
const json = FastCheck.constantFrom("{}", '{"a":1}', '{"text":"😀"}')

/** Scans of one index: a prefix of any length, bounds where a column is left to bound, any position to continue after. */
const scanOf = (index: string | undefined): FastCheck.Arbitrary<Scan> => {
  const sorted = sortColumns(notes, index).map((column) => values[column]!)
  return FastCheck.nat(sorted.length).chain((length) => {
    const bound = sorted[length]
    const options = {
      prefix: FastCheck.tuple(...sorted.slice(0, length)),
      after: FastCheck.tuple(...sorted),
      reverse: FastCheck.boolean(),
      limit: FastCheck.nat(4),
      skip: FastCheck.nat(3)
    }
    const listed = bound?.filter((value) => value !== null)
    const bounds: FastCheck.Arbitrary<Bounds & Pick<Scan, "anyOf">> =
      bound === undefined || listed === undefined
        ? FastCheck.constant({})
        : FastCheck.record(
            { gt: bound, gte: bound, lt: bound, lte: bound, anyOf: FastCheck.array(listed, { maxLength: 3 }) },
            { requiredKeys: [] }
          )
    const required: Array<"prefix"> = length === 0 ? [] : ["prefix"]
    return FastCheck.tuple(FastCheck.record(options, { requiredKeys: required }), bounds).map(([scan, bounds]) => ({
      ...scan,
      ...(scan.skip !== undefined && { limit: scan.limit ?? 4 }),
      ...bounds,
      ...(index === undefined ? {} : { index })
    }))
  })
}

const scan: FastCheck.Arbitrary<Scan> = FastCheck.oneof(
  ...[undefined, "key"].map(scanOf),
  ...Object.keys(notes.indexes).map(scanOf)
)

const inserting = FastCheck.record({ kind: FastCheck.constant("insert" as const), columns, json })
const scanning = FastCheck.record({ kind: FastCheck.constant("scan" as const), scan })

const { steps } = FastCheck.letrec<{ steps: ReadonlyArray<Step>; step: Step }>((tie) => ({
  steps: FastCheck.array(tie("step"), { maxLength: 25, depthIdentifier: "program" }),
  step: FastCheck.oneof(
    { depthIdentifier: "program", maxDepth: 4 },
    { weight: 5, arbitrary: inserting },
    {
      weight: 5,
      arbitrary: FastCheck.record({
        kind: FastCheck.constant("update" as const),
        columns,
        json,
        stale: FastCheck.integer({ min: 0, max: 5 }).map((n) => n === 0)
      })
    },
    { weight: 2, arbitrary: FastCheck.record({ kind: FastCheck.constant("delete" as const), key }) },
    { weight: 1, arbitrary: FastCheck.record({ kind: FastCheck.constant("get" as const), key }) },
    { weight: 4, arbitrary: scanning },
    {
      weight: 1,
      arbitrary: FastCheck.record({
        kind: FastCheck.constant("increment" as const),
        counter: FastCheck.constantFrom("a", "b"),
        by: FastCheck.integer({ min: -2, max: 5 })
      })
    },
    {
      weight: 2,
      arbitrary: FastCheck.record({
        kind: FastCheck.constant("transaction" as const),
        steps: tie("steps"),
        ending: FastCheck.constantFrom<Ending>("commit", "commit", "fail", "die", "interrupt")
      })
    }
  )
}))

/** Programs of up to 25 steps on each level. */
export const program: FastCheck.Arbitrary<ReadonlyArray<Step>> = steps

/** Programs that insert as many rows as there are keys, and then scan them in many ways. */
export const scans: FastCheck.Arbitrary<ReadonlyArray<Step>> = FastCheck.tuple(
  FastCheck.array(inserting, { minLength: 20, maxLength: 30 }),
  FastCheck.array(scanning, { minLength: 20, maxLength: 30 })
).map(([inserts, scans]) => [...inserts, ...scans])
