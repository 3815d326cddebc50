import { expect, it } from "@effect/vitest"
import { describe } from "vitest"
import { rowDecoder } from "../../../src/storage/rows/RowJson.js"
import { table } from "../../../src/storage/rows/Table.js"

interface Note {
  readonly id: string
  readonly tags: ReadonlyArray<string>
}

const columns = { id: "text" } as const
const key = ["id"] as const
const notes = table({ name: "notes", columns, key, indexes: {}, keeps: 2 })

const row = (id: string, tags: ReadonlyArray<string>) => ({
  columns: { id },
  version: 1,
  json: JSON.stringify({ id, tags })
})

describe("rows of a table that keeps values", () => {
  it("have the same frozen value for as long as their text is the same", () => {
    const decode = rowDecoder<Note>(notes)
    const value = decode(row("a", ["x"]))
    expect(decode(row("a", ["x"]))).toBe(value)
    expect(() => (value.tags as Array<string>).push("y")).toThrow(TypeError)
    expect(decode(row("a", ["y"]))).toEqual({ id: "a", tags: ["y"] })
    expect(decode(row("a", ["x"]))).toEqual(value)
  })

  it("are forgotten, those first that were decoded first, when there are more than it keeps", () => {
    const decode = rowDecoder<Note>(notes)
    const [a, b] = [decode(row("a", [])), decode(row("b", []))]
    decode(row("c", []))
    expect(decode(row("b", []))).toBe(b)
    expect(decode(row("a", []))).not.toBe(a)
  })

  it("are decoded anew in other tables", () => {
    const decode = rowDecoder<Note>(table({ name: "notes", columns, key, indexes: {} }))
    expect(decode(row("a", []))).not.toBe(decode(row("a", [])))
  })
})
