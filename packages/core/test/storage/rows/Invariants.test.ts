/** The fields of invariants are exactly those of the record: anything else does not compile. */
import { count, id, invariantsOf, text } from "@lectern/core/storage/rows/Invariants"
import { recordTable } from "@lectern/core/storage/rows/Table"
import { type Brand, Schema } from "effect"
import { describe, expect, it } from "vitest"

interface Thing {
  readonly id: string & Brand.Brand<"ThingId">
  readonly kind: "small" | "large"
  readonly above?: string
  readonly size?: { readonly width: number; readonly unit?: string }
}

type Named = { readonly id: string; readonly name: string } | { readonly id: string; readonly number: number }

const declared = { name: "things", columns: { id: "text" }, key: ["id"], indexes: {} } as const
const Things = recordTable({ ...declared, columnsOf: ({ id }: Thing) => ({ id }) })
const kind = Schema.Literal("small", "large")
const above = Schema.optionalWith(text, { exact: true })
const size = Schema.optionalWith(Schema.Struct({ width: count, unit: Schema.optionalWith(text, { exact: true }) }), {
  exact: true
})

describe("the fields of invariants", () => {
  it("are those of the record, where an id is any text", () => {
    const { columnsOf, examine } = invariantsOf(Things, { fields: { id, kind, above, size } })
    expect(columnsOf({ id: "a", kind: "small" })).toEqual({ id: "a" })
    expect(columnsOf({ id: "a", kind: "other" })).toBeUndefined()
    expect(examine({ id: "b" }, { id: "a", kind: "small" }).differing).toHaveLength(1)
  })

  it("are those of all forms of a record", () => {
    const name = Schema.optionalWith(text, { exact: true })
    const number = Schema.optionalWith(count, { exact: true })
    const named = recordTable({ ...declared, columnsOf: ({ id }: Named) => ({ id }) })
    invariantsOf(named, { fields: { id, name, number } })
    // @ts-expect-error: `number` is missing
    invariantsOf(named, { fields: { id, name } })
  })

  it("cannot be missing, more, or others", () => {
    // @ts-expect-error: `size` is missing
    invariantsOf(Things, { fields: { id, kind, above } })
    // @ts-expect-error: a record has no `color`
    invariantsOf(Things, { fields: { id, kind, above, size, color: text } })
    // @ts-expect-error: `kind` is not any text
    invariantsOf(Things, { fields: { id, kind: text, above, size } })
    // @ts-expect-error: `above` may be absent
    invariantsOf(Things, { fields: { id, kind, above: text, size } })
    // @ts-expect-error: `kind` is never absent
    invariantsOf(Things, { fields: { id, kind: Schema.optionalWith(kind, { exact: true }), above, size } })
    const narrow = Schema.optionalWith(Schema.Struct({ width: count }), { exact: true })
    // @ts-expect-error: `size.unit` is missing
    invariantsOf(Things, { fields: { id, kind, above, size: narrow } })
    // @ts-expect-error: there is no column `name`
    recordTable({ ...declared, columnsOf: ({ id }: Thing) => ({ name: id }) })
  })
})
