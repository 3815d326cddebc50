/** The declared fields of a row are exactly those of its record: anything else does not compile. */
import { invariantsOf } from "@lectern/core/storage/rows/Invariants"
import {
  auditedRow,
  count,
  id,
  ignored,
  rowOf,
  secret,
  shown,
  shownAs,
  text
} from "@lectern/core/storage/rows/RowDeclaration"
import { type Brand, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"

interface Thing {
  readonly id: string & Brand.Brand<"ThingId">
  readonly kind: "small" | "large"
  readonly above?: string
  readonly size?: { readonly width: number; readonly unit?: string }
}

type Named = { readonly id: string; readonly name: string } | { readonly id: string; readonly number: number }

const Things = {
  name: "things",
  columns: { id: "text" },
  key: ["id"],
  indexes: {},
  columnsOf: ({ id }: Thing) => ({ id })
} as const
const kind = Schema.Literal("small", "large")
const above = Schema.optionalWith(text, { exact: true })
const size = Schema.optionalWith(Schema.Struct({ width: count, unit: Schema.optionalWith(text, { exact: true }) }), {
  exact: true
})
const narrow = Schema.optionalWith(Schema.Struct({ width: count }), { exact: true })

describe("the fields of a row", () => {
  it("are those of the record, where an id is any text", () => {
    const { columnsOf, examine } = invariantsOf(Things, rowOf<Thing>()({ fields: { id, kind, above, size } }))
    expect(columnsOf({ id: "a", kind: "small" })).toEqual({ id: "a" })
    expect(columnsOf({ id: "a", kind: "other" })).toBeUndefined()
    expect(examine({ id: "b" }, { id: "a", kind: "small" }).differing).toHaveLength(1)
  })

  it("are those of all forms of a record", () => {
    const name = Schema.optionalWith(text, { exact: true })
    const number = Schema.optionalWith(count, { exact: true })
    rowOf<Named>()({ fields: { id, name, number } })
    // @ts-expect-error: `number` is missing
    rowOf<Named>()({ fields: { id, name } })
  })

  it("cannot be missing, more, or others", () => {
    const row = rowOf<Thing>()
    // @ts-expect-error: `size` is missing
    row({ fields: { id, kind, above } })
    // @ts-expect-error: a record has no `color`
    row({ fields: { id, kind, above, size, color: text } })
    // @ts-expect-error: `kind` is not any text
    row({ fields: { id, kind: text, above, size } })
    // @ts-expect-error: `above` may be absent
    row({ fields: { id, kind, above: text, size } })
    // @ts-expect-error: `kind` is never absent
    row({ fields: { id, kind: Schema.optionalWith(kind, { exact: true }), above, size } })
    // @ts-expect-error: `size.unit` is missing
    row({ fields: { id, kind, above, size: narrow } })
  })

  it("say what an event has of them, each by itself", () => {
    const target = () => Effect.succeed({ kind: "thing", id: "a" })
    const organization = () => Effect.succeed("")
    const row = auditedRow<Thing>("thing")
    const all = { id: ignored(id), kind: shown(kind), above: secret(above) }
    const { audited, fields } = row({
      target,
      organization,
      fields: { ...all, size: shownAs(size, ({ width }) => width) }
    })
    expect(Object.keys(fields)).toEqual(["id", "kind", "above", "size"])
    expect(audited.fields).toMatchObject({ id: "ignored", kind: "shown", above: "secret" })
    // @ts-expect-error: `size` is missing
    row({ target, organization, fields: all })
    // @ts-expect-error: nothing says whether events have `size`
    row({ target, organization, fields: { ...all, size } })
    // @ts-expect-error: `size.unit` is missing
    row({ target, organization, fields: { ...all, size: shown(narrow) } })
    // @ts-expect-error: a record has no `color`
    row({ target, organization, fields: { ...all, size: shown(size), color: shown(text) } })
  })
})
